package dev.runnel.runtime.scheduler;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.choice.Director.Act;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where a goroutine calls the runtime: it is unwound here if its runtime closes, gives way if the watchdog has asked for it,
 * and may be preempted here in a deterministic run. Whoever uses a channel of a bubble from outside fails here. Nearly free
 * while no runtime of the JVM closes or is deterministic, and no goroutine runs for long or without a P.
 */
public final class Checkpoint {

    /** How many runtimes close or are deterministic, and how many Ms are summoned. */
    static volatile int armed;

    private static final VarHandle ARMED;

    static {
        try {
            ARMED = MethodHandles.lookup().findStaticVarHandle(Checkpoint.class, "armed", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Checkpoint() {}

    static void arm() {
        ARMED.getAndAdd(1);
    }

    static void disarm() {
        ARMED.getAndAdd(-1);
    }

    /**
     * The calling thread, if it is a goroutine, is about to do something.
     *
     * @param act what
     * @param on the channel or the reason that it concerns, if any
     * @throws ChannelException.OutsideBubble if that is a channel of a bubble, and the caller is not of that bubble
     */
    public static void pass(Act act, @Nullable Object on) {
        if (armed != 0) {
            stop(act, on);
        }
    }

    /** Whether the caller is a goroutine that is unwound as its runtime closes; what it does is clean-up, and cannot wait. */
    public static boolean isUnwinding() {
        Goroutine g = armed == 0 ? null : Goroutine.current();
        return g != null && g.unwinding;
    }

    private static void stop(Act act, @Nullable Object on) {
        Machine m = Machine.current();
        Goroutine g = m == null ? null : m.g;
        boolean closing = m != null && m.scheduler.isClosing();
        if (closing && g != null && !g.unwinding) {
            g.unwinding = true;
            throw new Goexit();
        }
        if (on instanceof Home.Homed channels && channels.isForeignTo(Home.of(m))) {
            throw new ChannelException.OutsideBubble(words(act));
        }
        if (m == null || g == null || closing) {
            return;
        }
        if (m.isSummoned()) {
            m.answerSummons();
        }
        Directed directed = m.scheduler.directed;
        if (directed != null && m.isInUserCode()) { // what a timer does is no call
            directed.about(m, g, act, on);
        }
    }

    private static String words(Act act) {
        return switch (act) {
            case SEND, TRY_SEND -> "send on";
            case RECEIVE, TRY_RECEIVE -> "receive on";
            case CLOSE -> "close of";
            case SELECT -> "select on";
            default -> throw new IllegalStateException(act + " is on no channel");
        };
    }
}
