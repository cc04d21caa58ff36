package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.net.Gate;
import dev.runnel.runtime.net.Outcome;
import dev.runnel.runtime.scheduler.Interrupts;
import java.io.IOException;

/**
 * What ends the waits of an operation, besides readiness, the close and the deadline.
 *
 * @param <A> what is thrown then
 * @param <B> what else may be thrown
 */
interface Patience<A extends Exception, B extends Exception> {

    /** Nothing else ends them: an interrupt is left alone. */
    Patience<RuntimeException, RuntimeException> PLAIN = new Patience<>() {
        @Override
        public void take(Turn turn) {
            turn.take();
        }

        @Override
        public Outcome waitAt(Gate gate) throws IOException {
            return gate.await(false, null);
        }

        @Override
        public void unlessGivenUp(Outcome why) {}
    };

    /** Waits until nobody else is at it. */
    void take(Turn turn) throws A, B;

    /** Waits until another try is worth while, the gate is closed, or its deadline has passed. */
    default Outcome await(Gate gate) throws IOException, A, B {
        Outcome why = waitAt(gate);
        unlessGivenUp(why);
        return why;
    }

    /** As {@link #await}, but says what has ended the wait where that throws. */
    Outcome waitAt(Gate gate) throws IOException;

    /** Throws if that has ended a wait, and is neither readiness, nor the close or the deadline. */
    void unlessGivenUp(Outcome why) throws A, B;

    /** A cancellation or an interrupt ends them. */
    static Patience<CancelledException, InterruptedException> until(Cancellation cancellation) {
        return new Patience<>() {
            @Override
            public void take(Turn turn) throws CancelledException, InterruptedException {
                turn.take(cancellation);
            }

            @Override
            public Outcome waitAt(Gate gate) throws IOException {
                try (CancelHook hook = new CancelHook(cancellation, gate.owner())) {
                    return gate.await(true, hook);
                }
            }

            @Override
            public void unlessGivenUp(Outcome why) throws CancelledException, InterruptedException {
                switch (why) {
                    case CANCELLED -> throw CancelHook.exception(cancellation);
                    case INTERRUPTED -> throw Interrupts.ended();
                    case READY, TIMEOUT, CLOSED -> {}
                }
            }
        };
    }
}
