package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Carriers whose thread was never started: what is brought stays, to be counted. */
public final class Arrivals {

    private static final VarHandle FIRST;
    private static final VarHandle THREAD;

    static {
        try {
            MethodHandles.Lookup carrier = MethodHandles.privateLookupIn(Carrier.class, MethodHandles.lookup());
            FIRST = carrier.findVarHandle(Carrier.class, "first", Rider.class);
            THREAD = carrier.findVarHandle(Carrier.class, "thread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Arrivals() {}

    /** A carrier that mounts nobody. */
    public static Carrier carrier() {
        return new Carrier("stub");
    }

    /**
     * As if the JDK had started it, and it were mounted there: before it holds anything, or as it runs its own code.
     */
    public static void mount(Rider rider, Runnable continuation, Carrier on) {
        rider.execute(continuation);
        rider.take();
        rider.mount(on);
    }

    /** As if it were mounted there, and left again. */
    public static void ride(Rider rider, Carrier on) {
        rider.ride(on);
        on.nextAfter(rider);
    }

    /**
     * What a carrier does when its rider has left.
     *
     * @return whether it would run it again at once
     */
    public static boolean leave(Rider rider, Carrier on) {
        boolean again = rider.left();
        if (!again) {
            rider.dismount();
            on.nextAfter(rider);
        }
        return again;
    }

    /** The calling thread serves that carrier, as far as riders know. */
    public static void serve(Carrier carrier) {
        THREAD.setVolatile(carrier, Thread.currentThread());
    }

    /** Whether a request waits that nobody has answered. */
    public static boolean isPending(Rider rider) {
        return rider.isPending();
    }

    /**
     * Does what a carrier does that {@code left} has left to another rider, which has waited for long; returns whether
     * it would mount that other.
     */
    public static boolean goesOnAfter(Rider left, Carrier carrier) {
        return carrier.nextAfter(left) != null;
    }

    /** How often a rider stands in the list of a carrier; up to 2, which may mean that the list has become a ring. */
    public static int of(Rider rider, @Nullable Carrier at) {
        if (at == null) {
            return 0;
        }
        int times = 0;
        for (Rider r = (Rider) FIRST.get(at); r != null && times < 2; r = r.nextAtCarrier) {
            if (r == rider) {
                times++;
            }
        }
        return times;
    }
}
