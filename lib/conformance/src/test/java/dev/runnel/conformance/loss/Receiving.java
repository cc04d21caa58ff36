package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.CancelContext;
import dev.runnel.select.Event;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.util.function.IntConsumer;

/** The forms of receiving that can be given up. */
enum Receiving {
    INTERRUPTIBLE {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            c.recvInterruptibly().forEach(sink::accept);
        }
    },
    TIMED {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            if (c.tryRecv(ends.limit()) instanceof TryRecv.Value<Integer> received) {
                sink.accept(received.value());
            }
        }
    },
    CONTEXT {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            c.recv(ends.context()).forEach(sink::accept);
        }
    },
    TIMED_CONTEXT {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            try (CancelContext timed = ends.timed()) {
                c.recv(timed).forEach(sink::accept);
            }
        }
    },
    SEVERAL_INTERRUPTIBLE {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            c.recvUpToInterruptibly(2).forEach(sink::accept);
        }
    },
    SEVERAL_TIMED_CONTEXT {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            try (CancelContext timed = ends.timed()) {
                c.recvUpTo(2, timed).forEach(sink::accept);
            }
        }
    },
    RANGE {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) {
            c.until(ends.context()).forEach(sink::accept);
        }
    },
    SELECT {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            Option<Integer> received = Go.choose()
                    .<Integer, Option<Integer>>recv(c, value -> value)
                    .after(ends.limit(), Option::none)
                    .recv(ends.context().done(), () -> Option.none())
                    .getInterruptibly();
            received.forEach(sink::accept);
        }
    },
    SELECT_SEVERAL {
        @Override
        void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception {
            List<Integer> received = Go.choose()
                    .<Integer, List<Integer>>recvUpTo(c, 2, values -> values)
                    .after(ends.limit(), () -> List.empty())
                    .on(Event.cancelled(ends.context()), () -> List.empty())
                    .getInterruptibly();
            received.forEach(sink::accept);
        }
    };

    /** Passes on what it receives; has received nothing else, even if this throws. */
    abstract void receive(Chan<Integer> c, Ends ends, IntConsumer sink) throws Exception;
}
