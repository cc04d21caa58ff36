package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.select.Choice;
import dev.runnel.stress.Tally.Kind;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.SplittableRandom;

/** A select that all workers run at once, made anew when one of its lines is closed. */
final class SharedSelect {

    private record Arrived(Line line, Option<Parcel> parcel) {}

    private record Version(Line one, Line two, Choice<Option<Arrived>> choice) {
        static Version of(Line one, Line two) {
            return new Version(
                    one,
                    two,
                    Go.choose()
                            .recv(one.channel, (Option<Parcel> p) -> Option.some(new Arrived(one, p)))
                            .recv(two.channel, p -> Option.some(new Arrived(two, p)))
                            .after(Duration.ofNanos(100_000), Option::none));
        }

        boolean enter() {
            if (!one.enter()) {
                return false;
            }
            if (!two.enter()) {
                one.leave();
                return false;
            }
            return true;
        }

        void leave() {
            one.leave();
            two.leave();
        }
    }

    private final Lines lines;
    private volatile Version version;

    SharedSelect(Lines lines, SplittableRandom random) {
        this.lines = lines;
        this.version = fresh(random);
        version.leave();
    }

    /** A new version, with its lines entered. */
    private Version fresh(SplittableRandom random) {
        Line one = lines.enter(random);
        return Version.of(one, lines.enter(random));
    }

    void run(Worker worker) {
        Version now = version;
        if (!now.enter()) {
            now = fresh(worker.random);
            version = now;
        }
        try {
            for (Arrived arrived : now.choice.get()) {
                worker.take(arrived.line, arrived.parcel);
            }
        } finally {
            now.leave();
        }
        worker.count(Kind.TIMERS);
        worker.count(Kind.SELECT_SHARED);
    }
}
