package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Arrivals;
import dev.runnel.runtime.choice.Director;
import dev.runnel.scheduler.CarrierMode;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Schedulers, Ms and goroutines in which nothing runs: no watchdog, and no thread is ever started. An actor does what a
 * thread of the scheduler would do; an M that is granted a P only has it. Cheap enough to make one per sample.
 */
final class Still {

    private static final RuntimeConfig CONFIG = RuntimeConfig.fromProperties();

    private static final VarHandle BEGUN;
    private static final VarHandle GRANTED;

    private static final Director NOBODY = new Director() {
        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return 0;
        }

        @Override
        public void happens(Object goroutine, Act act, @Nullable Object on) {}
    };

    static {
        try {
            MethodHandles.Lookup holder = MethodHandles.privateLookupIn(Grantee.class, MethodHandles.lookup());
            BEGUN = holder.findVarHandle(Grantee.class, "begun", boolean.class);
            GRANTED = holder.findVarHandle(Grantee.class, "granted", Processor.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Still() {}

    /** A scheduler in shared mode whose Ps are all in the caller's hands. */
    static Scheduler scheduler(int procs) {
        Scheduler s = make(procs, CarrierMode.SHARED);
        for (int i = 0; i < procs; i++) {
            s.idle.takeProcessor();
        }
        return s;
    }

    /** A scheduler in dedicated mode whose Ps are all idle, with carriers that mount nobody. */
    static Scheduler dedicated(int procs) {
        Scheduler s = make(procs, CarrierMode.DEDICATED);
        for (Processor p : s.processors) {
            p.carrier = Arrivals.carrier();
        }
        return s;
    }

    /** With a director, so that it has no watchdog. */
    private static Scheduler make(int procs, CarrierMode mode) {
        Scheduler s = new Scheduler(CONFIG.withProcs(procs).withCarriers(mode), NOBODY, false);
        Schedulers.remove(s);
        Checkpoint.disarm();
        return s;
    }

    /** A P that no scheduler knows, for the time being. */
    static Processor processor() {
        Processor p = new Processor(0);
        p.carrier = Arrivals.carrier();
        return p;
    }

    /** Its thread counts as started from now on. */
    static void begin(Grantee m) {
        BEGUN.set(m, true);
    }

    /** An M whose thread counts as started, without a P. */
    static Machine machine(Scheduler s) {
        Machine m = new Machine(s, 1);
        begin(m);
        return m;
    }

    /** An M without a goroutine in the list of idle ones. */
    static Machine idleMachine(Scheduler s) {
        Machine m = machine(s);
        s.idle.machines.put(m);
        return m;
    }

    /** The P that was granted to an M and has not been taken up yet. */
    static @Nullable Processor granted(Machine m) {
        return (Processor) GRANTED.getVolatile(m);
    }

    /** As if the M had taken its grant up. */
    static void forgetGrant(Holder holder) {
        GRANTED.setVolatile(holder, (Processor) null);
    }

    /** A goroutine that is RUNNABLE and in no queue. */
    static Goroutine runnable(Scheduler s) {
        Goroutine g = new Goroutine(s, 1, 0, null, () -> {});
        g.become(GoroutineStatus.RUNNABLE);
        return g;
    }

    /** A goroutine that is RUNNING, on no M. */
    static Goroutine running(Scheduler s) {
        Goroutine g = runnable(s);
        g.become(GoroutineStatus.RUNNING);
        return g;
    }

    /** A goroutine whose wait is open. */
    static Goroutine waiting(Scheduler s) {
        Goroutine g = running(s);
        g.openWait();
        g.become(GoroutineStatus.WAITING);
        return g;
    }
}
