package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.Context;
import dev.runnel.select.Event;
import dev.runnel.stress.Parcel;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Consumer;

/** The forms of receiving. */
enum Receiving {
    PLAIN {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) {
            return handOn(c.recv(), sink);
        }
    },
    TRIED {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) {
            return handOn(c.tryRecv(), sink);
        }
    },
    TIMED {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception {
            return handOn(c.tryRecv(limit), sink);
        }
    },
    INTERRUPTIBLE {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception {
            return handOn(c.recvInterruptibly(), sink);
        }
    },
    CONTEXT {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception {
            return handOn(c.recv(context), sink);
        }
    },
    SEVERAL {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception {
            return handOn(c.recvUpToInterruptibly(3), sink);
        }
    },
    RANGE {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) {
            for (Parcel parcel : c.until(context)) {
                sink.accept(parcel);
                if (parcel.number % 4 == 0) {
                    return true;
                }
            }
            return context.err().isDefined();
        }
    },
    CHOICE {
        @Override
        boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception {
            return Go.choose()
                    .<Parcel, Boolean>recv(c, received -> handOn(received, sink))
                    .after(limit, () -> true)
                    .on(Event.cancelled(context), () -> true)
                    .getInterruptibly();
        }
    };

    /** Passes on what it receives; returns false if the channel has ended. */
    abstract boolean receive(Chan<Parcel> c, Context context, Duration limit, Consumer<Parcel> sink) throws Exception;

    private static boolean handOn(Option<Parcel> received, Consumer<Parcel> sink) {
        received.forEach(sink);
        return received.isDefined();
    }

    private static boolean handOn(Seq<Parcel> received, Consumer<Parcel> sink) {
        received.forEach(sink);
        return received.nonEmpty();
    }

    private static boolean handOn(TryRecv<Parcel> answer, Consumer<Parcel> sink) {
        return switch (answer) {
            case TryRecv.Value<Parcel>(Parcel parcel) -> {
                sink.accept(parcel);
                yield true;
            }
            case TryRecv.Empty<Parcel>() -> true;
            case TryRecv.Closed<Parcel>() -> false;
        };
    }
}
