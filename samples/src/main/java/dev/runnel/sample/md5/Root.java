package dev.runnel.sample.md5;

import dev.runnel.sample.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Where the walk begins, as {@code find} understands its argument: a symbolic link is followed only if a slash comes
 * after its name.
 *
 * @param path where it is
 * @param name what the user typed
 * @param attributes what kind of file it is
 */
record Root(Path path, RawName name, BasicFileAttributes attributes) {

    private static final LinkOption[] FOLLOW = {};
    private static final LinkOption[] DO_NOT_FOLLOW = {LinkOption.NOFOLLOW_LINKS};

    /**
     * Looks at it.
     *
     * @param argument what the user typed
     * @throws UsageException if nothing can begin there
     */
    static Root of(String argument) {
        try {
            if (argument.isEmpty()) {
                throw new NoSuchFileException(argument);
            }
            boolean follow = argument.endsWith("/");
            Path path = Path.of(argument);
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, follow ? FOLLOW : DO_NOT_FOLLOW);
            if (follow && !attributes.isDirectory()) {
                throw new NotDirectoryException(argument);
            }
            return new Root(path, RawName.ofArgument(argument), attributes);
        } catch (IOException | IllegalArgumentException e) {
            String hint = argument.indexOf('\uFFFD') < 0
                    ? ""
                    : " (the locale has no such characters; LC_ALL=C.UTF-8 may help)";
            String reason = e instanceof IOException io ? Reasons.of(io) : "Not a file name";
            throw new UsageException("'" + argument + "': " + reason + hint);
        }
    }
}
