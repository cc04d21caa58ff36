package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/**
 * The body of a goroutine that was started within a call ({@link #during}) whose maker is to be told of the goroutine's
 * end. A body that is a {@link Task} is told of that itself, but not if the code that was called has wrapped it in a
 * body of its own.
 */
public final class Attended implements Task {

    /** Who is told. */
    public interface Attendant {

        /**
         * A goroutine that was started within the call has ended, or will never begin. Told once of each, by its M;
         * must not wait.
         *
         * @param closing whether its runtime closes: what has not begun there never will
         */
        void oneEnded(boolean closing);
    }

    /** A call under way. */
    record Call(Attendant attendant, @Nullable Call outer) {}

    private static final ThreadLocal<@Nullable Call> OUTSIDE = new ThreadLocal<>();

    /** Whether a thread that is no goroutine has made such a call; set by that thread, before it can matter to it. */
    private static boolean outsideToo;

    private final Body body;
    private final Attendant attendant;
    private final Scheduler scheduler;

    private Attended(Body body, Attendant attendant, Scheduler scheduler) {
        this.body = body;
        this.attendant = attendant;
        this.scheduler = scheduler;
    }

    /**
     * Makes a call, and tells of the goroutines that its thread starts meanwhile, on whatever runtime.
     *
     * @param attendant who is told, but not of a goroutine whose body is the attendant itself
     */
    public static void during(Attendant attendant, Runnable call) {
        Machine m = Machine.current();
        Goroutine g = m == null ? null : m.g;
        Call outer = within(m);
        Call mine = new Call(attendant, outer);
        if (g != null) {
            g.particulars().attended = mine;
        } else {
            outsideToo = true;
            OUTSIDE.set(mine);
        }
        try {
            call.run();
        } finally {
            if (g != null) {
                g.particulars().attended = outer;
            } else if (outer != null) {
                OUTSIDE.set(outer);
            } else {
                OUTSIDE.remove();
            }
        }
    }

    /** The innermost call that the caller is within; null for most. */
    static @Nullable Call within(@Nullable Machine m) {
        Goroutine g = m == null ? null : m.g;
        return g != null ? g.knownParticulars().attended : outsideToo ? OUTSIDE.get() : null;
    }

    /** A body whose end the makers of all calls under way are told of. */
    static Body by(@Nullable Call innermost, Body body, Scheduler scheduler) {
        Body told = body;
        for (Call call = innermost; call != null; call = call.outer) {
            if (call.attendant != body) {
                told = new Attended(told, call.attendant, scheduler);
            }
        }
        return told;
    }

    @Override
    public void run() throws Exception {
        body.run();
    }

    @Override
    public void ended(boolean endsTheRun) {
        if (body instanceof Task task) {
            task.ended(endsTheRun);
        }
        attendant.oneEnded(scheduler.isClosing());
    }
}
