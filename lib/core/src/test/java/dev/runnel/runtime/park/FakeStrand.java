package dev.runnel.runtime.park;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A strand that never really waits: its test ends its waits. */
public final class FakeStrand extends Strand {

    public final AtomicInteger readied = new AtomicInteger();
    public final AtomicInteger met = new AtomicInteger();
    public final AtomicBoolean wasWorthIt = new AtomicBoolean();
    private final Runnable whenReadied;
    private final @Nullable Runnable whileLingering;
    private final boolean looks;

    FakeStrand() {
        this(() -> {});
    }

    /** @param whenReadied what it does when it is made ready */
    public FakeStrand(Runnable whenReadied) {
        this(whenReadied, null, false);
    }

    private FakeStrand(Runnable whenReadied, @Nullable Runnable whileLingering, boolean looks) {
        this.whenReadied = whenReadied;
        this.whileLingering = whileLingering;
        this.looks = looks;
    }

    /** A strand that lingers, and looks once: after the action was run. */
    public static FakeStrand lingering(Runnable whileLingering) {
        return new FakeStrand(() -> {}, whileLingering, true);
    }

    /** A strand that lingers, and no longer looks once the action was run. */
    public static FakeStrand lingeringInVain(Runnable whileLingering) {
        return new FakeStrand(() -> {}, whileLingering, false);
    }

    @Override
    public boolean tryEnter() {
        return true;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public void waiting(WaitReason reason, Object on) {}

    @Override
    public boolean mayLinger() {
        return whileLingering != null;
    }

    @Override
    public boolean linger(Waiter record) {
        if (whileLingering != null) {
            whileLingering.run();
        }
        return looks && !record.lingers();
    }

    @Override
    public void lingered(boolean worthIt) {
        wasWorthIt.set(worthIt);
    }

    @Override
    public Peer met() {
        return met::incrementAndGet;
    }

    @Override
    public WakeCause park(long deadline, boolean interruptible) {
        throw new AssertionError("a fake strand does not park");
    }

    @Override
    public void ready() {
        readied.incrementAndGet();
        whenReadied.run();
    }

    @Override
    public boolean maySpin() {
        return false;
    }

    @Override
    public int below(int bound) {
        return 0;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    /** A record of this strand for its open wait. */
    Waiter record() {
        Waiter waiter = new Waiter(this);
        waiter.open(openTicket(), null);
        return waiter;
    }

    /** A record of a fresh strand that waits. */
    static Waiter waiting() {
        FakeStrand strand = new FakeStrand();
        strand.openWait();
        return strand.record();
    }
}
