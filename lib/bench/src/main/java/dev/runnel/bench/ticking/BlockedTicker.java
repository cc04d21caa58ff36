package dev.runnel.bench.ticking;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * On one P a goroutine takes the ticks of a ticker of a millisecond, and another is occupied for a second. Prints the
 * times between ticks: how late a tick is shows how long the P was not free for the one that waited. Beside them a
 * platform thread parks for a millisecond again and again: what it misses is the machine's doing. Each carrier mode
 * runs in a JVM of its own.
 */
public final class BlockedTicker {

    private static final long SECOND = 1_000_000_000;
    private static final Duration TICK = Duration.ofMillis(1);

    private BlockedTicker() {}

    /**
     * Runs it.
     *
     * @param args how many rounds, 5 by default; in the JVM of a mode, that mode comes before it
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 2) {
            run(CarrierMode.valueOf(args[0]), Integer.parseInt(args[1]));
            return;
        }
        String rounds = args.length == 0 || args[0].isEmpty() ? "5" : args[0];
        System.out.println(
                "| carriers | for a second | as | ticks | p50 | p99 | max of each round | a thread: p99 | max of each round |");
        System.out.println("|---|---|---|--:|--:|--:|--:|--:|--:|");
        for (CarrierMode mode : new CarrierMode[] {CarrierMode.SHARED, CarrierMode.DEDICATED}) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), BlockedTicker.class.getName()));
            command.addAll(List.of(mode.name(), rounds));
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
                throw new IllegalStateException(mode + " ended with " + status);
            }
        }
    }

    private static void run(CarrierMode mode, int rounds) {
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(1).withCarriers(mode);
        for (boolean announced : new boolean[] {false, true}) {
            for (Occupation occupation : Occupation.values()) {
                if (announced && occupation == Occupation.NOTHING) {
                    continue;
                }
                gaps(config, occupation, announced, SECOND / 5); // warm
                List<long[]> ticks = new ArrayList<>();
                List<long[]> controls = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                    Control control = new Control();
                    ticks.add(gaps(config, occupation, announced, SECOND));
                    controls.add(control.gaps());
                }
                print(mode, occupation, announced, ticks, controls);
            }
        }
    }

    /** The times between ticks while the other is occupied. */
    private static long[] gaps(RuntimeConfig config, Occupation occupation, boolean announced, long nanos) {
        List<Long> gaps = new ArrayList<>();
        Go.run(config, () -> {
            AtomicBoolean over = new AtomicBoolean();
            GoHandle other = Go.go(() -> {
                long end = System.nanoTime() + nanos;
                if (announced) {
                    Go.blocking(() -> occupation.last(nanos));
                } else {
                    occupation.last(nanos);
                }
                Go.sleep(Duration.ofNanos(end - System.nanoTime()));
                over.set(true);
            });
            Ticker ticker = new Ticker(TICK);
            long last = System.nanoTime();
            while (!over.get()) {
                ticker.c().recv();
                long now = System.nanoTime();
                gaps.add(now - last);
                last = now;
            }
            other.join();
        });
        return gaps.stream().mapToLong(Long::longValue).toArray();
    }

    private static void print(
            CarrierMode mode, Occupation occupation, boolean announced, List<long[]> ticks, List<long[]> controls) {
        long[] all = sorted(ticks);
        long[] control = sorted(controls);
        System.out.printf(
                "| %s | %s | %s | %d | %s | %s | %s | %s | %s |%n",
                mode.name().toLowerCase(Locale.ROOT),
                occupation.words,
                announced ? "`blocking`" : "it is",
                all.length / ticks.size(),
                millis(all[all.length / 2]),
                millis(all[(int) (all.length * 0.99)]),
                most(ticks),
                millis(control[(int) (control.length * 0.99)]),
                most(controls));
    }

    private static long[] sorted(List<long[]> rounds) {
        return rounds.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    private static String most(List<long[]> rounds) {
        return String.join(
                ", ",
                rounds.stream()
                        .map(round -> millis(Arrays.stream(round).max().orElse(0)))
                        .toList());
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
    }
}
