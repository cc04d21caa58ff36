package dev.runnel.observe.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Writes texts into files that several runtimes may want to write at once, since they end or fail at once: in this JVM
 * one after the other, and whoever reads the file meanwhile sees what it was before or all that it is now.
 */
public final class WholeFile {

    /**
     * Fair: whoever comes last writes last. Not a monitor: goroutines may wait here, and would keep their carriers on
     * Java 21.
     */
    private static final ReentrantLock WRITING = new ReentrantLock(true);

    private WholeFile() {}

    /**
     * Writes a file, in UTF-8. A new file is made beside it, and then put in its place. If what is there is no plain
     * file, such as a link or a pipe, it is written where it is; so is any file if the new one cannot be made, or
     * cannot be put in its place: then a reader may see a part of it. A new file has the permissions of the one in
     * whose place it is put, where the file system has such.
     *
     * @param text is asked for when it is this call's turn; if that fails, the file stays as it is
     * @throws IOException if the file cannot be written; if there is room beside it for a file, but not for the text,
     *     the file stays as it is
     */
    public static void write(Path file, Supplier<String> text) throws IOException {
        Objects.requireNonNull(file, "file");
        WRITING.lock();
        try {
            String all = text.get();
            if (!isReplaced(file, all)) {
                Files.writeString(file, all);
            }
        } finally {
            WRITING.unlock();
        }
    }

    private static boolean isReplaced(Path file, String text) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Path beside = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        if (!isMade(beside)) {
            return false;
        }
        try {
            Files.writeString(beside, text);
            takePermissions(beside, file);
            return isPut(beside, file);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** False in a folder that is not ours to write in; writing the file where it is tells why, if that fails, too. */
    private static boolean isMade(Path beside) {
        try {
            Files.deleteIfExists(beside);
            Files.createFile(beside);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** False if it cannot be: the file may be what another file system is mounted on. */
    private static boolean isPut(Path beside, Path file) {
        try {
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void takePermissions(Path to, Path from) throws IOException {
        if (Files.exists(from)) {
            try {
                Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
            } catch (UnsupportedOperationException e) {
                return; // the file system has others
            }
        }
    }
}
