package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.text.Safely;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * What an operation is given when it registers with what may end its wait, a cancellation or an event. It may be code
 * of the user.
 */
public final class Registrations {

    static {
        FirstUse.isNow(
                MethodHandles.lookup(),
                Goexit.class,
                Safely.class); // when one is taken back there may be no room for them
    }

    private Registrations() {}

    /**
     * One of the library's own. In a deterministic run whoever takes it back from outside may be overtaken before that;
     * an operation that is over may not be.
     */
    public interface Own extends Stop {

        /** As {@link Stop#stop}. */
        boolean stopNow();
    }

    /**
     * What somebody gave for a registration, before anything is waited for.
     *
     * @param by what was asked for it
     * @throws NullPointerException if that is nothing
     */
    public static Stop given(@Nullable Stop registration, String by) {
        if (registration == null) {
            throw new NullPointerException(by + " gives a registration, never null");
        }
        return registration;
    }

    /**
     * Takes it back once the operation is over. What that throws is logged: what the operation has got, or given, must
     * not be lost because of it. At the end of the stack there is no room for logging either. A goroutine that is
     * unwound by it, as its runtime closes, is unwound at its next call instead; only one that has called
     * {@code goexit}, or was unwound before, ends at once. A registration that could not be taken back may still be
     * called.
     */
    public static void takeBack(Stop registration) {
        boolean unwindingBefore = Checkpoint.isUnwinding();
        try {
            if (registration instanceof Own own) {
                own.stopNow();
            } else {
                registration.stop();
            }
        } catch (StackOverflowError e) {
            return; // no room to say so
        } catch (Throwable e) {
            if (!Goexit.is(e)) {
                Safely.warn(
                        "a registration could not be taken back: "
                                + registration.getClass().getName() + ".stop() failed with " + Safely.text(e),
                        e);
            } else if (unwindingBefore || !Checkpoint.putOffUnwinding()) {
                throw e;
            }
        }
    }
}
