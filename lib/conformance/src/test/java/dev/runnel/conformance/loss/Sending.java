package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;

/** The forms of sending that can be given up. */
enum Sending {
    INTERRUPTIBLE {
        @Override
        boolean send(Chan<Integer> c, int value, Ends ends) throws Exception {
            c.sendInterruptibly(value);
            return true;
        }
    },
    TIMED {
        @Override
        boolean send(Chan<Integer> c, int value, Ends ends) throws Exception {
            return c.trySend(value, ends.limit());
        }
    },
    CONTEXT {
        @Override
        boolean send(Chan<Integer> c, int value, Ends ends) throws Exception {
            c.send(value, ends.context());
            return true;
        }
    },
    TIMED_CONTEXT {
        @Override
        boolean send(Chan<Integer> c, int value, Ends ends) throws Exception {
            try (CancelContext timed = ends.timed()) {
                c.send(value, timed);
                return true;
            }
        }
    },
    SELECT {
        @Override
        boolean send(Chan<Integer> c, int value, Ends ends) throws Exception {
            return Go.choose()
                    .send(c, value, () -> true)
                    .after(ends.limit(), () -> false)
                    .recv(ends.context().done(), () -> false)
                    .getInterruptibly();
        }
    };

    /** Gives whether the value was sent; if this throws, it was not. */
    abstract boolean send(Chan<Integer> c, int value, Ends ends) throws Exception;
}
