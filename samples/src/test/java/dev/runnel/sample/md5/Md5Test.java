package dev.runnel.sample.md5;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Child;
import dev.runnel.sample.Ran;
import io.vavr.collection.List;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Md5Test {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void oddNames_arePrintedAsMd5sumDoes(int workers) throws Exception {
        List<byte[]> names = OddNames.create(directory);

        Ran ran = Ran.program("md5", directory.toString(), "--workers", Integer.toString(workers));

        assertSameBytes(Reference.of(directory, names), ran.bytes());
        assertEquals(0, ran.status());
        assertTrue(withoutProgress(ran).startsWith("md5: " + names.length() + " files, "), ran.err());
    }

    @Test
    void oddNames_needNoUtf8Locale() throws Exception {
        List<byte[]> names = OddNames.create(directory);
        ProcessBuilder command = Child.program("md5", directory.toString());
        command.environment().put("LC_ALL", "POSIX");
        Process child = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();

        byte[] out = child.getInputStream().readAllBytes();

        assertSameBytes(Reference.of(directory, names), out);
        assertEquals(0, child.waitFor());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"src/main", "src/main/", "src//main", "src/main//", "./src/main", "src/../src/main/.", "pom.xml"
            })
    void directory_isPrintedAsItWasTyped(String typed) throws Exception {
        byte[] expected = Reference.hasFind() ? Reference.below(typed) : new byte[0];

        byte[] out = Ran.program("md5", typed).bytes();

        if (Reference.hasFind()) {
            assertSameBytes(expected, out);
        }
        String first = new String(out, ISO_8859_1).lines().findFirst().orElseThrow();
        assertTrue(first.substring(34).startsWith(typed), first);
    }

    @Test
    void emptyDirectory_printsNothing() {
        Ran ran = Ran.program("md5", directory.toString());

        assertEquals("", ran.out());
        assertEquals(0, ran.status());
        assertTrue(
                withoutProgress(ran)
                        .matches("md5: 0 files, 0 bytes, [0-9.]+ s, \\d+ goroutines, \\d+ steals, \\d+ hand-overs\\R"),
                ran.err());
    }

    @Test
    void largeFile_isStreamed() throws Exception {
        byte[] contents = new byte[3_000_001];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = (byte) (i * 31);
        }
        Files.write(directory.resolve("large"), contents);

        Ran ran = Ran.program("md5", directory.toString());

        assertSameBytes(Reference.of(directory, List.of("large".getBytes(ISO_8859_1))), ran.bytes());
        assertTrue(withoutProgress(ran).startsWith("md5: 1 files, 3000001 bytes, "), ran.err());
    }

    @Test
    void symbolicLinks_areNotFollowed() throws Exception {
        Files.writeString(directory.resolve("file"), "contents");
        Files.createSymbolicLink(directory.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(directory.resolve("to-file"), Path.of("file"));
        Files.createSymbolicLink(directory.resolve("to-nowhere"), Path.of("nowhere"));

        Ran ran = Ran.program("md5", directory.toString());

        assertSameBytes(Reference.of(directory, List.of("file".getBytes(ISO_8859_1))), ran.bytes());
        assertEquals(0, ran.status());
    }

    @Test
    void directoryThatIsASymbolicLink_isFollowedOnlyWithASlash() throws Exception {
        Files.writeString(Files.createDirectory(directory.resolve("real")).resolve("file"), "contents");
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("real"));

        Ran bare = Ran.program("md5", link.toString());
        Ran slashed = Ran.program("md5", link + "/");

        assertEquals("", bare.out());
        assertEquals(0, bare.status());
        assertEquals("98bf7d8c15784f0a3d63204441e1e2aa  " + link + "/file\n", slashed.out());
    }

    @Test
    void missingDirectory_isOneClearLine() {
        Path missing = directory.resolve("missing");

        Ran ran = Ran.program("md5", missing.toString());

        assertEquals("md5: '" + missing + "': No such file or directory" + System.lineSeparator(), ran.err());
        assertEquals("", ran.out());
        assertEquals(2, ran.status());
    }

    @Test
    void fileWithASlash_isNoDirectory() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "contents");

        Ran ran = Ran.program("md5", file + "/");

        assertEquals("md5: '" + file + "/': Not a directory" + System.lineSeparator(), ran.err());
        assertEquals(2, ran.status());
    }

    @Test
    void unreadableFileAndDirectory_areNamedAndTheOthersPrinted() throws Exception {
        Files.writeString(directory.resolve("a"), "contents");
        Path file = Files.writeString(directory.resolve("b"), "secret");
        Path inner = Files.createDirectory(directory.resolve("c"));
        Files.writeString(directory.resolve("d"), "contents");
        Files.setPosixFilePermissions(file, Set.of());
        Files.setPosixFilePermissions(inner, Set.of());

        Ran ran = Ran.program("md5", directory.toString());

        String line = "98bf7d8c15784f0a3d63204441e1e2aa  " + directory;
        if (Files.isReadable(file)) { // root may read everything
            assertEquals(0, ran.status());
        } else {
            assertEquals(line + "/a\n" + line + "/d\n", ran.out());
            assertTrue(
                    withoutProgress(ran).startsWith("md5: " + file + ": Permission denied\nmd5: " + inner + "/: "),
                    ran.err());
            assertEquals(1, ran.status());
        }
    }

    @Test
    void vanishingFileAndDirectory_areNamedAndTheOthersPrinted() throws Exception {
        int files = 1100; // more than the walker may be ahead of the output
        for (int i = 0; i < files; i++) {
            Files.createFile(directory.resolve(Integer.toString(10_000 + i)));
        }
        Path file = Files.createFile(directory.resolve("v"));
        Path inner = Files.createDirectory(directory.resolve("w"));
        Path last = Files.createFile(directory.resolve("x"));
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] line) throws IOException {
                Files.deleteIfExists(file);
                Files.deleteIfExists(inner);
                super.write(line);
            }
        };

        Ran ran = Ran.program(out, "md5", directory.toString());

        String lines = out.toString(ISO_8859_1);
        assertEquals(files + 1, lines.lines().count());
        assertTrue(lines.endsWith("  " + last + "\n"));
        String gone = ": No such file or directory\n";
        assertTrue(withoutProgress(ran).startsWith("md5: " + file + gone + "md5: " + inner + "/" + gone), ran.err());
        assertEquals(1, ran.status());
    }

    /** What went to standard error, but for the lines that a slow machine sees. */
    private static String withoutProgress(Ran ran) {
        return ran.err().lines().filter(line -> !line.endsWith(" so far")).collect(Collectors.joining("\n", "", "\n"));
    }

    private static void assertSameBytes(byte[] expected, byte[] actual) {
        assertEquals(new String(expected, ISO_8859_1), new String(actual, ISO_8859_1));
        assertArrayEquals(expected, actual);
    }
}
