package dev.runnel.observe.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file is written whole, or else as if nothing else were there. */
class WholeFileTest {

    /** With anything added to it, it can be no file's name. */
    private static final String LONGEST_NAME = "n".repeat(255);

    @TempDir
    private Path folder;

    private List<Path> files() throws IOException {
        try (var all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    @Test
    void file_whetherItIsThereOrNot_hasTheTextAndNothingIsBesideIt() throws IOException {
        Path file = folder.resolve("file");
        WholeFile.write(file, () -> "long enough");
        assertEquals("long enough", Files.readString(file));
        WholeFile.write(file, () -> "gr\u00fcn");
        assertEquals("gr\u00fcn", Files.readString(file));
        assertEquals(List.of(file), files());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void file_thatIsThere_keepsItsPermissions() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        Set<PosixFilePermission> few = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(file, few);
        WholeFile.write(file, () -> "after");
        assertEquals("after", Files.readString(file));
        assertEquals(few, Files.getPosixFilePermissions(file));
    }

    @Test
    void link_staysOne() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        WholeFile.write(link, () -> "after");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("after", Files.readString(file));
        assertEquals(List.of(file, link), files());
    }

    @Test
    void link_toWhatIsMissing_staysOne() throws IOException {
        Path file = folder.resolve("file");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        WholeFile.write(link, () -> "text");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("text", Files.readString(file));
    }

    @Test
    void whatAnotherProcessOfThisNumberHasLeft_isUsedUp() throws IOException {
        Path file = folder.resolve("file");
        Files.writeString(folder.resolve("file." + ProcessHandle.current().pid() + ".part"), "longer than the text");
        WholeFile.write(file, () -> "text");
        assertEquals("text", Files.readString(file));
        assertEquals(List.of(file), files());
    }

    @Test
    void file_besideWhichNothingCanBeWritten_isWrittenAllTheSame() throws IOException {
        Path file = folder.resolve(LONGEST_NAME);
        WholeFile.write(file, () -> "text");
        assertEquals("text", Files.readString(file));
        assertEquals(List.of(file), files());
    }

    @Test
    void file_whenItsFolderIsMissing_isNamed() {
        Path file = folder.resolve("none").resolve("file");
        assertEquals(
                file.toString(),
                assertThrows(NoSuchFileException.class, () -> WholeFile.write(file, () -> "text"))
                        .getFile());
    }

    @Test
    void text_whenItFails_leavesTheFileAndTheTurn() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "before");
        IllegalStateException failure = new IllegalStateException("no text");
        assertEquals(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> WholeFile.write(file, () -> {
                            throw failure;
                        })));
        assertEquals("before", Files.readString(file));
        WholeFile.write(file, () -> "after");
        assertEquals("after", Files.readString(file));
        assertEquals(List.of(file), files());
    }

    @Test
    void whoComesLast_writesLast_andEachTextIsAskedForInItsTurn() throws Exception {
        Path file = folder.resolve("file");
        AtomicBoolean asked = new AtomicBoolean();
        FutureTask<Void> task = new FutureTask<>(() -> {
            WholeFile.write(file, () -> {
                asked.set(true);
                return "second";
            });
            return null;
        });
        Thread other = new Thread(task);
        WholeFile.write(file, () -> {
            other.start();
            while (other.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertFalse(asked.get());
            return "first";
        });
        WholeFile.write(file, () -> {
            assertTrue(asked.get());
            return "last";
        });
        task.get();
        assertEquals("last", Files.readString(file));
    }
}
