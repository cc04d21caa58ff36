package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.Context;
import dev.runnel.select.Choice;
import dev.runnel.select.Event;
import io.vavr.control.Option;

/** Waiting at channels. */
final class ChannelWaits {

    private ChannelWaits() {}

    private abstract static class AtChannel extends Wait {

        final World world;
        final Chan<Integer> c;

        AtChannel(World world, int capacity) {
            this.world = world;
            this.c = world.books.chan(capacity);
        }

        @Override
        void end() {
            c.close();
        }
    }

    /** Runs a select in one of the forms. */
    private static Wait.Answer run(Choice<Wait.Answer> choice, Wait.Form form, Context context) throws Exception {
        return switch (form) {
            case PLAIN -> choice.get();
            case INTERRUPTIBLE -> choice.getInterruptibly();
            case TIMED ->
                choice.after(Wait.LIMIT, () -> Wait.Answer.NOT_IN_TIME).get();
            case CONTEXT ->
                choice.on(Event.cancelled(context), () -> Wait.Answer.NOT_IN_TIME)
                        .get();
        };
    }

    /** To send, with a full buffer or none. */
    static final class Send extends AtChannel {

        private final boolean selects;

        Send(World world, int capacity, boolean selects) {
            super(world, capacity);
            this.selects = selects;
            for (int i = 0; i < capacity; i++) {
                world.books.offered();
                c.send(i);
            }
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            world.books.offered();
            Answer answer = Answer.NOT_IN_TIME;
            try {
                answer = send(form, context);
            } finally {
                if (answer != Answer.HAPPENED) {
                    world.books.unsent();
                }
            }
            return answer;
        }

        private Answer send(Form form, Context context) throws Exception {
            if (selects) {
                return run(
                        Go.choose()
                                .<Integer, Answer>send(c, 7, () -> Answer.HAPPENED)
                                .recv(Go.<Integer>nilChan(), () -> Answer.ENDED),
                        form,
                        context);
            }
            switch (form) {
                case PLAIN -> c.send(7);
                case INTERRUPTIBLE -> c.sendInterruptibly(7);
                case CONTEXT -> c.send(7, context);
                case TIMED -> {
                    return c.trySend(7, LIMIT) ? Answer.HAPPENED : Answer.NOT_IN_TIME;
                }
            }
            return Answer.HAPPENED;
        }

        @Override
        void fulfil() {
            assertInstanceOf(TryRecv.Value.class, c.tryRecv());
            world.books.received();
        }

        @Override
        void checkNobodyWaits() {
            for (int i = 0; i < c.cap(); i++) {
                fulfil();
            }
            assertFalse(c.tryRecv() instanceof TryRecv.Value, "a sender still waits");
            for (int i = 0; i < c.cap(); i++) {
                world.books.offered();
                c.send(i);
            }
        }
    }

    /** To receive. */
    static final class Receive extends AtChannel {

        private final boolean selects;

        Receive(World world, boolean selects) {
            super(world, 0);
            this.selects = selects;
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            Answer answer = receive(form, context);
            if (answer == Answer.HAPPENED) {
                world.books.received();
            }
            return answer;
        }

        private static Answer of(Option<Integer> received) {
            return received.isDefined() ? Answer.HAPPENED : Answer.ENDED;
        }

        private Answer receive(Form form, Context context) throws Exception {
            if (selects) {
                return run(
                        Go.choose()
                                .<Integer, Answer>recv(c, Receive::of)
                                .recv(Go.<Integer>nilChan(), () -> Answer.ENDED),
                        form,
                        context);
            }
            return switch (form) {
                case PLAIN -> of(c.recv());
                case INTERRUPTIBLE -> of(c.recvInterruptibly());
                case CONTEXT -> of(c.recv(context));
                case TIMED ->
                    switch (c.tryRecv(LIMIT)) {
                        case TryRecv.Value<Integer> value -> Answer.HAPPENED;
                        case TryRecv.Empty<Integer> empty -> Answer.NOT_IN_TIME;
                        case TryRecv.Closed<Integer> closed -> Answer.ENDED;
                    };
            };
        }

        @Override
        void fulfil() {
            world.books.offered();
            assertTrue(c.trySend(7), "nobody waits to receive");
        }

        @Override
        void checkNobodyWaits() {
            assertFalse(c.trySend(7), "a receiver still waits");
        }
    }
}
