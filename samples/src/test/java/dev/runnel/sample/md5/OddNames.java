package dev.runnel.sample.md5;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.vavr.collection.List;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Files whose names try the patience of programs; each name is its own contents. */
final class OddNames {

    private static final List<byte[]> NAMES = List.of(
                    " leading and trailing ",
                    "-n",
                    "a",
                    "a b",
                    "a\tb",
                    "back\\slash",
                    "new\nline",
                    "carriage\rreturn",
                    "all\\three\n\r",
                    "100%41",
                    "q?#uery",
                    "'quotes'\"",
                    "\u001b[31mred",
                    "*")
            .map(name -> name.getBytes(ISO_8859_1))
            .append("na\u00efve \u65e5\u672c \ud83d\ude00".getBytes(UTF_8))
            .append("not UTF-8: \u00ff\u00fe\u0080".getBytes(ISO_8859_1))
            .append("tr\u00e9s/d\u00e9ep/\u00ff".getBytes(ISO_8859_1))
            .append("sort/a/1".getBytes(ISO_8859_1))
            .append("sort/a.txt".getBytes(ISO_8859_1))
            .append("sort/a0".getBytes(ISO_8859_1))
            .append("sort/a-/2".getBytes(ISO_8859_1));

    private OddNames() {}

    /**
     * Makes the files.
     *
     * @return the names that the file system can have, in the order of their bytes
     */
    static List<byte[]> create(Path directory) {
        return NAMES.filter(name -> create(directory, name)).sorted(Arrays::compareUnsigned);
    }

    private static boolean create(Path directory, byte[] name) {
        try {
            Path path = path(directory, name);
            Files.createDirectories(path.getParent());
            Files.write(path, name);
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The path with these very bytes, whatever the locale: a URI can spell them. */
    static Path path(Path directory, byte[] name) {
        StringBuilder uri = new StringBuilder(directory.toUri().toString());
        if (uri.charAt(uri.length() - 1) != '/') {
            uri.append('/');
        }
        for (byte b : name) {
            uri.append(b == '/' ? "/" : "%%%02X".formatted(b));
        }
        return Path.of(URI.create(uri.toString()));
    }
}
