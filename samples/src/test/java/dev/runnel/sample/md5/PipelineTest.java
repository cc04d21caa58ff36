package dev.runnel.sample.md5;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {

    /** Long enough to show in the test's time if someone reads it to its end. */
    private static final long SPARSE = 1L << 40;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void brokenOutput_endsAllGoroutines() throws Exception {
        for (int i = 0; i < 50; i++) {
            Files.createFile(directory.resolve("a" + i));
        }
        try (RandomAccessFile sparse =
                new RandomAccessFile(directory.resolve("a0-large").toFile(), "rw")) {
            sparse.setLength(SPARSE);
        }

        Go.run(() -> {
            Pipeline pipeline = new Pipeline(terminal(new BrokenPipe()), 4);
            IOException e = assertThrows(IOException.class, () -> pipeline.run(Root.of(directory.toString()), 3));
            assertEquals("cannot write the output: Broken pipe", e.getMessage());
            Goroutines.awaitNoOthers();
        });
    }

    @Test
    void walkThatCannotBegin_endsAllGoroutines() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Root root = Root.of(gone.toString());
        Files.delete(gone);

        Go.run(() -> {
            Pipeline pipeline = new Pipeline(terminal(OutputStream.nullOutputStream()), 4);
            IOException e = assertThrows(IOException.class, () -> pipeline.run(root, 3));
            assertEquals("'" + gone + "': No such file or directory", e.getMessage());
            Goroutines.awaitNoOthers();
        });
    }

    @Test
    void smallestWindow_stillPrintsAllInOrder() throws Exception {
        for (int i = 10; i < 60; i++) {
            Files.createFile(directory.resolve("f" + i));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        Go.run(() -> {
            Pipeline.Summary summary = new Pipeline(terminal(out), 0).run(Root.of(directory.toString()), 4);
            assertEquals("50 files, 0 bytes", summary.totals());
        });

        String[] lines = out.toString(UTF_8).split("\n");
        assertEquals(50, lines.length);
        for (int i = 0; i < 50; i++) {
            assertTrue(lines[i].endsWith("/f" + (i + 10)), lines[i]);
        }
    }

    @Test
    void meter_printsNowAndThen() {
        PrintStream printed = new PrintStream(err, true, UTF_8);
        Go.run(() -> {
            Chan<Meter.Report> reports = chan();
            Meter meter = new Meter(reports, Duration.ofMillis(1), printed);
            var metering = go(meter::run);
            reports.send(new Meter.Report(0, 7));
            reports.send(new Meter.Report(1, 0));
            while (!err.toString(UTF_8).contains("md5: 1 files, 7 bytes so far")) {
                Go.gosched();
            }
            reports.close();
            metering.join();
            assertEquals("1 files, 7 bytes", meter.totals());
        });
    }

    private Terminal terminal(OutputStream out) {
        return new Terminal(out, new PrintStream(err, true, UTF_8));
    }

    private static final class BrokenPipe extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
        }
    }
}
