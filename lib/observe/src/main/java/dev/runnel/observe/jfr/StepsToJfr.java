package dev.runnel.observe.jfr;

import dev.runnel.trace.EventKind;
import dev.runnel.trace.StepListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits an event for each step of one runtime, where the step is taken, so that times and threads are right. But not
 * on the thread of a dedicated carrier: once a thread has unmounted a virtual thread that committed something itself,
 * JFR (Java 25) loses what the thread commits. An event of such a carrier keeps its time, and is committed by whoever
 * commits next.
 */
final class StepsToJfr implements StepListener {

    /** What the names of the threads of dedicated carriers begin with. */
    private static final String CARRIER = "runnel-P-";

    private static final List<Supplier<RuntimeEvent>> ALL = List.of(
            StepEvent.GoCreate::new,
            StepEvent.GoStart::new,
            StepEvent.GoRun::new,
            StepEvent.GoPark::new,
            StepEvent.GoReady::new,
            StepEvent.GoYield::new,
            StepEvent.GoSteal::new,
            StepEvent.GoOut::new,
            StepEvent.GoBack::new,
            StepEvent.GoEnd::new,
            StepEvent.ProcIdle::new,
            StepEvent.ProcWake::new,
            WaitEvent::new);

    private final String runtime;
    private final Queue<StepEvent> late = new ConcurrentLinkedQueue<>();

    StepsToJfr(String runtime) {
        this.runtime = runtime;
    }

    /** Whether any recording wants any of these events. Loads their classes, too, so that no scheduler has to. */
    static boolean areWanted() {
        return ALL.stream().map(Supplier::get).map(RuntimeEvent::isEnabled).reduce(false, Boolean::logicalOr);
    }

    @Override
    public void created(int p, long g, long creator, @Nullable String name) {
        StepEvent.GoCreate e = new StepEvent.GoCreate();
        if (e.isEnabled()) {
            e.creator = creator;
            e.name = name;
            commit(e, p, g);
        }
    }

    @Override
    public void parked(int p, long g, String reason, long on) {
        StepEvent.GoPark e = new StepEvent.GoPark();
        if (e.isEnabled()) {
            e.reason = reason;
            e.on = on;
            commit(e, p, g);
        }
    }

    @Override
    public void step(EventKind kind, int p, long g, long a, long b) {
        StepEvent e = event(kind);
        if (e.isEnabled()) {
            e.detail(a, b);
            commit(e, p, g);
        }
    }

    private static StepEvent event(EventKind kind) {
        return switch (kind) {
            case STARTED -> new StepEvent.GoStart();
            case RUNNING -> new StepEvent.GoRun();
            case READIED -> new StepEvent.GoReady();
            case YIELDED -> new StepEvent.GoYield();
            case STOLEN -> new StepEvent.GoSteal();
            case OUT -> new StepEvent.GoOut();
            case BACK -> new StepEvent.GoBack();
            case ENDED -> new StepEvent.GoEnd();
            case IDLE -> new StepEvent.ProcIdle();
            case WOKEN -> new StepEvent.ProcWake();
            case CREATED, PARKED -> throw new IllegalArgumentException(kind + " is told otherwise");
        };
    }

    private void commit(StepEvent e, int p, long g) {
        e.runtime = runtime;
        e.p = p;
        e.g = g;
        Thread here = Thread.currentThread();
        if (!here.isVirtual() && here.getName().startsWith(CARRIER)) {
            e.begin();
            e.end();
            late.add(e);
        } else {
            commitLate();
            e.commit();
        }
    }

    /** Commits what was taken on carriers. Called on a thread that is none. */
    void commitLate() {
        for (StepEvent e = late.poll(); e != null; e = late.poll()) {
            e.commit();
        }
    }

    @Override
    public @Nullable Object waitBegins(long g, String reason, long on) {
        WaitEvent e = new WaitEvent();
        if (!e.isEnabled()) {
            return null;
        }
        e.runtime = runtime;
        e.g = g;
        e.reason = reason;
        e.on = on;
        e.begin();
        return e;
    }

    @Override
    public void waitOver(Object begun) {
        ((WaitEvent) begun).end();
    }

    @Override
    public void waitEnded(Object begun) {
        ((WaitEvent) begun).commit();
    }
}
