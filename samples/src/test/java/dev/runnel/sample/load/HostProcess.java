package dev.runnel.sample.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Host} that runs. */
final class HostProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;
    private final OutputStream in;
    private final String address;

    /**
     * Starts one.
     *
     * @param carriers {@code shared} or {@code dedicated}
     * @param jvmArgs for its JVM
     * @param args as {@link Host} has them
     */
    HostProcess(String carriers, List<String> jvmArgs, List<String> args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Drunnel.carriers=" + carriers));
        command.addAll(jvmArgs);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Host.class.getName()));
        command.addAll(args);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader(US_ASCII);
        in = process.getOutputStream();
        address = line();
    }

    String address() {
        return address;
    }

    /**
     * The CPU time that it has used, in nanoseconds; all of its threads, the garbage collector's and the compiler's
     * too.
     */
    long cpu() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** What it has now. */
    Counts counts() throws IOException {
        in.write('\n');
        in.flush();
        return Counts.parse(line());
    }

    /** Has it end; returns what it has when all is over. What it prints before is a failure. */
    Counts stop() throws IOException, InterruptedException {
        in.close();
        List<String> words = out.lines().toList();
        if (process.waitFor() != 0 || words.size() != 1) {
            throw new AssertionError("status " + process.waitFor() + ": " + words);
        }
        return Counts.parse(words.getFirst());
    }

    private String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
