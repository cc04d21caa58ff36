package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.stress.Parcel;
import java.time.Duration;

/** The forms of sending. */
enum Sending {
    PLAIN {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) {
            c.send(parcel);
            sent.run();
        }
    },
    TRIED {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) {
            if (c.trySend(parcel)) {
                sent.run();
            }
        }
    },
    TIMED {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception {
            if (c.trySend(parcel, limit)) {
                sent.run();
            }
        }
    },
    INTERRUPTIBLE {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception {
            c.sendInterruptibly(parcel);
            sent.run();
        }
    },
    CONTEXT {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception {
            c.send(parcel, context);
            sent.run();
        }
    },
    TIMED_CONTEXT {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception {
            try (CancelContext timed = Context.withTimeout(context, limit)) {
                c.send(parcel, timed);
                sent.run(); // here: the cancel that follows is a call, which may be cut off
            }
        }
    },
    CHOICE {
        @Override
        void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception {
            Go.select()
                    .send(c, parcel, sent::run)
                    .after(limit, () -> {})
                    .recv(context.done(), () -> {})
                    .runInterruptibly();
        }
    };

    /** Sends, or gives up; runs {@code sent} if the parcel was sent, and only then. */
    abstract void send(Chan<Parcel> c, Parcel parcel, Context context, Duration limit, Runnable sent) throws Exception;
}
