package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In dedicated mode: other carriers for Ps whose own is held on to by a goroutine that is pinned to it, computes
 * without end, or has said that it will block. The old one ends when that goroutine leaves it, and its thread serves
 * another.
 */
class SpareCarriers {

    private final Scheduler s;

    /** As many threads as Go allows. */
    int most = 10_000;

    SpareCarriers(Scheduler s) {
        this.s = s;
    }

    /** Whether there are few enough to add one. */
    boolean mayAdd() {
        return s.carriers.serving() < most;
    }

    /**
     * One for a P; null in shared mode, or if there are too many. Not to be called where nothing may wait.
     *
     * @throws OutOfMemoryError also if the system has no thread for it
     */
    @Nullable Carrier make(Processor p) {
        inPlace(p); // so that nothing is made once the P has changed over
        return mayAdd() ? s.carriers.newCarrier("runnel-P-" + p.id) : null;
    }

    /** Gives a P the fresh carrier, unless the P has got another meanwhile, or is gone: then the fresh one ends. */
    void replace(Processor p, Carrier stuck, Carrier fresh) {
        s.lock();
        boolean still = p.carrier == stuck;
        if (still) {
            p.carrier = fresh;
        }
        s.unlock();
        if (still) {
            stuck.retireFor(inPlace(p));
        } else {
            fresh.stop();
        }
    }

    private Supplier<Carrier> inPlace(Processor p) {
        Supplier<Carrier> known = p.inPlace;
        if (known == null) {
            known = () -> inPlaceOf(p);
            p.inPlace = known;
        }
        return known;
    }

    /** The carrier of a P; for a P that is no more, that of P0, which is always there. */
    Carrier inPlaceOf(Processor p) {
        Carrier now = p.carrier;
        return now == null ? Objects.requireNonNull(s.processors[0].carrier) : now;
    }
}
