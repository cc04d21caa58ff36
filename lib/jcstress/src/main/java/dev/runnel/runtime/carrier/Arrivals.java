package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Carriers whose thread was never started: what is brought stays, to be counted. */
public final class Arrivals {

    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.privateLookupIn(Carrier.class, MethodHandles.lookup())
                    .findVarHandle(Carrier.class, "first", Rider.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Arrivals() {}

    /** A carrier that mounts nobody. */
    public static Carrier carrier() {
        return new Carrier("stub");
    }

    /** As if the JDK had started it, and it were mounted there. Before it holds anything, or as it runs its own code. */
    public static void mount(Rider rider, Runnable continuation, @Nullable Carrier on) {
        rider.execute(continuation);
        rider.take();
        rider.mount(on);
    }

    /**
     * What a carrier does when its rider has left.
     *
     * @return whether it would run it again at once
     */
    public static boolean leave(Rider rider) {
        boolean again = rider.left();
        if (!again) {
            rider.dismount();
        }
        return again;
    }

    /** Whether a request waits that nobody has answered. */
    public static boolean isPending(Rider rider) {
        return rider.isPending();
    }

    /** As a carrier does that a rider was left to; gives whether it has mounted that one. */
    public static boolean mountsNext(Carrier carrier) {
        return carrier.mountsNext();
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
