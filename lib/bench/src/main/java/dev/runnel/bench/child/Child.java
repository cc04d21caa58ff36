package dev.runnel.bench.child;

import dev.runnel.bench.kit.Kit;
import dev.runnel.bench.kit.Kits;
import dev.runnel.bench.profile.Recorder;
import dev.runnel.bench.workload.Round;
import dev.runnel.bench.workload.Workload;
import dev.runnel.bench.workload.Workloads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A contender's process. It reads rounds, one per line: workload, size, capacity, n; and answers each with a line of
 * JSON. In between it only waits for the next line. A line with {@value #PROFILE} alone begins a recording; with the
 * name of a file after it, it ends the recording.
 */
public final class Child<C> {

    /** The word with which a line begins that is not a round. */
    public static final String PROFILE = "profile";

    private static final long PATIENCE_SECONDS = 60;

    private final Kit<C> kit;
    private final int procs;
    private final Meter meter = new Meter();
    private @Nullable Recorder recorder;

    private Child(Kit<C> kit, int procs) {
        this.kit = kit;
        this.procs = procs;
    }

    /**
     * Serves until the input ends.
     *
     * @param args the kit, and how many goroutines run at once
     */
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        new Child<>(Kits.named(args[0]), Integer.parseInt(args[1])).serve();
    }

    private void serve() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", 4);
            System.out.println(words[0].equals(PROFILE) ? profile(words) : answer(words));
        }
    }

    private String answer(String[] words) {
        int size = Integer.parseInt(words[1]);
        int cap = Integer.parseInt(words[2]);
        Workload<C> workload = Workloads.named(words[0], kit);
        if (!workload.possible(size, cap)) {
            return "{\"unsupported\":true}";
        }
        return run(workload, new Round(size, cap, Long.parseLong(words[3]), procs));
    }

    private String profile(String[] words) throws IOException {
        if (recorder == null) {
            recorder = new Recorder();
        } else {
            recorder.end(Path.of(words[1]));
            recorder = null;
        }
        return "{}";
    }

    /** Starts the workload as a goroutine, and waits for its end on this thread, which is no goroutine. */
    private String run(Workload<C> workload, Round round) {
        CompletableFuture<String> result = new CompletableFuture<>();
        long idleCpu = meter.cpuSinceEnd();
        kit.go(() -> {
            meter.start();
            workload.run(round);
            meter.end();
            result.complete(json(round, idleCpu));
        });
        try {
            return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (TimeoutException e) {
            System.err.println(kit.dump());
            throw new IllegalStateException("no end of " + workload.getClass().getSimpleName(), e);
        }
    }

    private String json(Round round, long idleCpu) {
        return "{\"ops\":" + round.ops()
                + ",\"ns\":" + round.nanos(meter.nanos())
                + ",\"wallNs\":" + meter.nanos()
                + ",\"cpuNs\":" + meter.cpu()
                + ",\"bytes\":" + round.bytes(meter.bytes())
                + ",\"idleCpuNs\":" + idleCpu
                + "}";
    }
}
