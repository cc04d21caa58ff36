package dev.runnel.sample.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Ran;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {

    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** Would take hours to read. */
    private static final long SPARSE = 1L << 42;

    @TempDir
    Path directory;

    private final StringBuilder list = new StringBuilder();

    private void list(String digest, Path file) {
        list.append(digest).append("  ").append(file).append('\n');
    }

    private Path file(String name, String contents) throws IOException {
        return Files.writeString(directory.resolve(name), contents);
    }

    private Ran verify(String... options) throws IOException {
        String[] words = new String[options.length + 2];
        words[0] = "verify";
        words[1] = file("list", list.toString()).toString();
        System.arraycopy(options, 0, words, 2, options.length);
        return Ran.program(words);
    }

    @Test
    void filesThatAreAsListed_areCounted() throws IOException {
        for (int i = 0; i < 50; i++) {
            list(OF_ABC, file("a " + i, "abc"));
            list(OF_NOTHING, file("b " + i, ""));
        }

        Ran ran = verify("--workers", "7");

        assertEquals("100 files are as listed\n", ran.out());
        assertEquals("", ran.err());
        assertEquals(0, ran.status());
    }

    @Test
    void fileThatHasChanged_endsTheWorkOnTheOthers() throws IOException {
        Path large = directory.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(SPARSE);
        }
        list(OF_NOTHING, large);
        Path changed = file("changed", "abc");
        list(OF_NOTHING, changed);
        list(OF_NOTHING, large);

        Ran ran = verify("--workers", "2");

        assertEquals(
                "verify: " + changed + ": the digest is " + OF_ABC + ", not " + OF_NOTHING + System.lineSeparator(),
                ran.err());
        assertEquals("", ran.out());
        assertEquals(2, ran.status());
    }

    @Test
    void fileThatIsMissing_isOneClearLine() throws IOException {
        list(OF_ABC, directory.resolve("missing"));

        Ran ran = verify();

        assertEquals("verify: " + directory.resolve("missing") + ": no such file" + System.lineSeparator(), ran.err());
        assertEquals(2, ran.status());
    }

    @Test
    void emptyList_isNoError() throws IOException {
        assertEquals("0 files are as listed\n", verify().out());
    }

    @Test
    void badList_isOneClearLine() throws IOException {
        list.append("abc  file\n");

        Ran ran = verify();

        assertEquals(
                "verify: LIST: 'abc  file' is not a line as sha256sum prints it" + System.lineSeparator(), ran.err());
        assertEquals(2, ran.status());
    }

    @Test
    void nameWithEscapes_isUnderstood() throws IOException {
        file("a\nb\\c", "abc");
        list.append('\\').append(OF_ABC).append("  ").append(directory).append("/a\\nb\\\\c\n");

        assertEquals("1 files are as listed\n", verify().out());
    }

    @Test
    void badEscape_isOneClearLine() throws IOException {
        list.append('\\').append(OF_ABC).append("  a\\tb\n");

        String line = "\\" + OF_ABC + "  a\\tb";
        assertEquals(
                "verify: LIST: '" + line + "' is not a line as sha256sum prints it" + System.lineSeparator(),
                verify().err());
    }

    @Test
    void listOfOtherBytes_isOneClearLine() throws IOException {
        Path other = Files.write(directory.resolve("other"), new byte[] {'a', (byte) 0xff, '\n'});

        assertEquals(
                "verify: '" + other + "': not UTF-8" + System.lineSeparator(),
                Ran.program("verify", other.toString()).err());
    }

    @Test
    void directory_isOneClearLine() throws IOException {
        list(OF_ABC, directory);

        assertEquals("verify: " + directory + ": Is a directory" + System.lineSeparator(), verify().err());
        assertEquals(
                "verify: '" + directory + "': Is a directory" + System.lineSeparator(),
                Ran.program("verify", directory.toString()).err());
    }

    @Test
    void missingList_isOneClearLine() {
        Ran ran = Ran.program("verify", directory.resolve("none").toString());

        assertTrue(ran.err().endsWith("none': no such file" + System.lineSeparator()), ran.err());
        assertEquals(2, ran.status());
    }
}
