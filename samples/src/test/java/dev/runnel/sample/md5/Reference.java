package dev.runnel.sample.md5;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vavr.collection.List;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * What md5sum would print: md5sum itself if there is one that writes names as GNU's does since 9.0, else what the JDK
 * makes of the files.
 */
final class Reference {

    private static final boolean HAS_MD5SUM = hasMd5sum();

    private Reference() {}

    /** The lines for the files below a directory, as {@code find} finds them. */
    static byte[] below(String directory) throws Exception {
        return shell("find \"$0\" -type f -print0 | LC_ALL=C sort -z | xargs -0 -r md5sum", directory);
    }

    /** The lines for these files, whose names below the directory are given in the order of their bytes. */
    static byte[] of(Path directory, List<byte[]> names) throws Exception {
        if (HAS_MD5SUM) {
            return below(directory.toString());
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (byte[] name : names) {
            byte[] contents = Files.readAllBytes(OddNames.path(directory, name));
            byte[] digest = MessageDigest.getInstance("MD5").digest(contents);
            String path = directory + "/" + new String(name, ISO_8859_1);
            String escaped = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
            String line = (escaped.equals(path) ? "" : "\\") + HexFormat.of().formatHex(digest) + "  " + escaped + "\n";
            lines.writeBytes(line.getBytes(ISO_8859_1));
        }
        return lines.toByteArray();
    }

    static boolean hasFind() {
        return HAS_MD5SUM;
    }

    private static boolean hasMd5sum() {
        String script = """
                directory=$(mktemp -d) && cd "$directory" && : > "$0" && \
                find . -type f -print0 | sort -z | xargs -0 -r md5sum; rm -r "$directory\"""";
        try {
            String line = new String(shell(script, "a\rb"), ISO_8859_1);
            return line.equals("\\d41d8cd98f00b204e9800998ecf8427e  ./a\\rb\n");
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private static byte[] shell(String script, String argument) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", script, argument)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] out = process.getInputStream().readAllBytes();
        process.waitFor();
        return out;
    }
}
