package dev.runnel.runtime.scheduler;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where a goroutine calls the runtime: it is unwound here if its runtime closes, gives way if the watchdog has asked
 * for it, and may be preempted here in a deterministic run. Whoever uses a channel or a timer of a bubble from outside
 * fails here. Nearly free while no runtime of the JVM closes or is deterministic, and no goroutine runs for long or
 * without a P.
 *
 * <pre>{@code
 *                 is unwound, if its runtime closes   others may run first   is refused outside its bubble
 * pass            unless it is being unwound          yes                    yes
 * passToGiveBack  no                                  yes                    yes
 * look            in a deterministic run              yes                    no
 * passOutside     unless it is being unwound          but in such a run      no
 * lookOutside     no                                  but in such a run      no
 * passAtAnEnd     unless it is being unwound          no                     no
 * passInVain      always                              no                     no
 * }</pre>
 */
public final class Checkpoint {

    /** How many runtimes close or are deterministic, and how many Ms are summoned. */
    static volatile int armed;

    /** How many of those are deterministic: bubbles among them. */
    private static volatile int deterministic;

    private static final VarHandle ARMED;
    private static final VarHandle DETERMINISTIC;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ARMED = lookup.findStaticVarHandle(Checkpoint.class, "armed", int.class);
            DETERMINISTIC = lookup.findStaticVarHandle(Checkpoint.class, "deterministic", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        arm(); // here, since the first call takes memory, and whoever makes it may have summoned an M
        disarm();
    }

    private Checkpoint() {}

    static void arm() {
        ARMED.getAndAdd(1);
    }

    static void disarm() {
        ARMED.getAndAdd(-1);
    }

    /** A deterministic run begins. */
    static void armForRun() {
        arm();
        DETERMINISTIC.getAndAdd(1);
    }

    /** It has ended. */
    static void disarmAfterRun() {
        DETERMINISTIC.getAndAdd(-1);
        disarm();
    }

    /**
     * Whether this belongs to a bubble that is not the caller's, and somebody may mind: a bubble or another
     * deterministic run is under way. Otherwise what is left of a bubble is anybody's, even while a runtime closes.
     */
    public static boolean isForeign(@Nullable Object used) {
        return deterministic != 0 && used instanceof Home.Homed homed && homed.isForeignTo(Home.ofCaller());
    }

    /**
     * The calling thread, if it is a goroutine, is about to do something.
     *
     * @param act what
     * @param on the channel, the timer or the reason that it concerns, if any
     * @throws ChannelException.OutsideBubble if that is a channel or timer of a bubble, and the caller is not of that
     *     bubble
     */
    public static void pass(Act act, @Nullable Object on) {
        StackRoom.require();
        if (armed != 0) {
            stop(act, on, true);
        }
    }

    /**
     * Whether {@link #pass} would only look for room on the stack: a call that neither waits nor changes anything may
     * do without that.
     */
    public static boolean isNotArmed() {
        return armed == 0;
    }

    /**
     * Whether the caller is a goroutine that is being unwound because its runtime closes; what it does is clean-up, and
     * cannot wait.
     */
    public static boolean isUnwinding() {
        Goroutine g = armed == 0 ? null : Goroutine.current();
        return g != null && g.unwinding;
    }

    /**
     * As {@link #pass}, but a goroutine is not unwound here: for calls that give back something that others wait for,
     * and that the goroutine would keep for ever if it were cut off just before that. Its next call unwinds it. Nor
     * does this fail for lack of memory to let others come first.
     */
    public static void passToGiveBack(Act act, @Nullable Object on) {
        StackRoom.require();
        if (armed != 0) {
            stop(act, on, false);
        }
    }

    /**
     * The calling thread, if it is a goroutine, is about to look at something. Only in deterministic runs is a
     * goroutine unwound for that: they are to end even if a goroutine does nothing else. Whoever is outside of a bubble
     * may look into it. Others may come first, as before any other call. Asks for room on the stack, since a lock may
     * be taken for it.
     *
     * @param on what it looks at
     */
    public static void look(Object on) {
        StackRoom.require();
        if (armed != 0) {
            Machine m = Machine.current();
            Goroutine g = m == null ? null : m.g;
            if (m == null || g == null) {
                return;
            }
            if (m.scheduler.isClosing()) {
                answer(m);
            } else {
                letOthers(m, g, Act.LOOK, on, true);
            }
            if (m.scheduler.directed != null && m.scheduler.isClosing()) {
                unwind(g);
            }
        }
    }

    /**
     * As {@link #look}, but in a deterministic run it is no step: what it looks at does not come from another
     * goroutine, but is the time, or the network.
     */
    public static void lookOutside() {
        if (armed != 0) {
            StackRoom.require();
            Machine m = Machine.current();
            if (m != null && m.g != null) {
                answer(m);
            }
        }
    }

    /** As {@link #pass}, but it is about the network: in a deterministic run it is no step. */
    public static void passOutside() {
        if (armed != 0) {
            StackRoom.require();
            Machine m = Machine.current();
            if (m != null && m.g != null) {
                if (m.scheduler.isClosing()) {
                    unwind(m.g);
                }
                answer(m);
            }
        }
    }

    /**
     * The calling thread, if it is a goroutine, takes a clause of its select, and has not waited. Nobody comes first
     * here.
     *
     * @param clause its number, or {@link Director#OTHERWISE}
     */
    public static void takes(int clause) {
        if (armed != 0) {
            Machine m = Machine.current();
            Goroutine g = m == null ? null : m.g;
            if (m != null && g != null && m.scheduler.directed != null && m.isInUserCode()) {
                m.scheduler.directed.takes(g, clause);
            }
        }
    }

    /**
     * For a call that has waited, or is about to tell of an end: it may have passed before the closing began. What
     * ended the wait, or was found, may have been done by goroutines that are being unwound, in their {@code finally}
     * blocks, with nothing else done: a channel was closed, a lock given back. The caller is unwound, too, and does not
     * take it for what it waited for. If it was given something, it gives that back first, if this
     * {@link #unwindsAtAnEnd}.
     */
    public static void passAtAnEnd() {
        if (armed != 0) {
            Machine m = Machine.current();
            if (m != null && m.scheduler.isClosing()) {
                unwind(m.g);
            }
        }
    }

    /**
     * For a call that did not get what it was to wait for: the caller is unwound if its runtime closes, and again if it
     * was unwound before, as by any other wait.
     */
    static void passInVain() {
        Goroutine g = armed == 0 ? null : Goroutine.current();
        if (g != null && g.scheduler.isClosing()) {
            g.unwinding = true;
            throw new Goexit();
        }
    }

    /**
     * For code of the user that the runtime calls in between, and that was unwound: the caller has something that must
     * not be lost, and is unwound at its next call instead. Returns whether it was unwound because its runtime closes.
     */
    public static boolean putOffUnwinding() {
        Goroutine g = Goroutine.current();
        if (g == null || !g.unwinding) {
            return false;
        }
        g.unwinding = false;
        return true;
    }

    /** Whether {@link #passAtAnEnd} is about to unwind the caller. */
    public static boolean unwindsAtAnEnd() {
        Machine m = armed == 0 ? null : Machine.current();
        Goroutine g = m == null ? null : m.g;
        return g != null && g.scheduler.isClosing() && !g.unwinding;
    }

    private static void stop(Act act, @Nullable Object on, boolean unwinds) {
        Machine m = Machine.current();
        Goroutine g = m == null ? null : m.g;
        boolean closing = m != null && m.scheduler.isClosing();
        if (closing && unwinds) {
            unwind(g);
        }
        if (isForeign(on)) {
            throw new ChannelException.OutsideBubble(words(act, on));
        }
        if (m == null || g == null) {
            return;
        }
        if (closing) {
            answer(m);
            return;
        }
        boolean othersRan = letOthers(m, g, act, on, unwinds);
        if (othersRan && unwinds && m.scheduler.isClosing()) {
            unwind(g);
        }
    }

    /** Returns whether, in a deterministic run, others may have run meanwhile. */
    private static boolean letOthers(Machine m, Goroutine g, Act act, @Nullable Object on, boolean mayFail) {
        answer(m);
        Turns turns = m.scheduler.turns;
        if (turns != null && m.isInUserCode()) {
            turns.about(m, g, act);
        }
        Directed directed = m.scheduler.directed;
        if (directed == null || !m.isInUserCode()) { // what a timer does is no call
            return false;
        }
        if (mayFail) {
            directed.about(m, g, act, on);
        } else {
            directed.aboutToGiveBack(m, g, act, on);
        }
        return true;
    }

    /**
     * Also while the runtime closes: a goroutine that is to be unwound may wait for the P, or for the carrier, of one
     * that only looks, or cleans up.
     */
    private static void answer(Machine m) {
        if (m.isSummoned()) {
            m.answerSummons();
        }
    }

    private static void unwind(@Nullable Goroutine g) {
        if (g != null && !g.unwinding) {
            g.unwinding = true;
            throw new Goexit();
        }
    }

    private static String words(Act act, @Nullable Object on) {
        String what = on instanceof Home.Homed homed ? homed.outside() : "";
        return switch (act) {
            case SEND, TRY_SEND -> "send on synctest " + what;
            case RECEIVE, TRY_RECEIVE -> "receive on synctest " + what;
            case CLOSE, CLOSE_DONE, CLOSE_READ, CLOSE_WRITE -> "close of synctest " + what;
            case CANCEL -> "cancel of synctest " + what;
            case SELECT -> "select on synctest " + what;
            case READ -> "read of synctest " + what;
            case WRITE -> "write to synctest " + what;
            case SET_DEADLINE -> "deadline of synctest " + what;
            case STOP_TIMER -> "stop of synctest timer";
            case SET_TIMER -> "reset of synctest timer";
            default -> throw new IllegalStateException(act + " is on no channel, no timer and no pipe");
        };
    }
}
