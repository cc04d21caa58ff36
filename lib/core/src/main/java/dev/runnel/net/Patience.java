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
        public Outcome await(Gate gate) throws IOException {
            return gate.await(false, null);
        }
    };

    /** Waits until nobody else is at it. */
    void take(Turn turn) throws A, B;

    /** Waits until another try is worth while, the gate is closed, or its deadline has passed. */
    Outcome await(Gate gate) throws IOException, A, B;

    /** A cancellation or an interrupt ends them. */
    static Patience<CancelledException, InterruptedException> until(Cancellation cancellation) {
        return new Patience<>() {
            @Override
            public void take(Turn turn) throws CancelledException, InterruptedException {
                turn.take(cancellation);
            }

            @Override
            public Outcome await(Gate gate) throws IOException, CancelledException, InterruptedException {
                Outcome outcome;
                try (CancelHook hook = new CancelHook(cancellation, gate.owner())) {
                    outcome = gate.await(true, hook);
                }
                return switch (outcome) {
                    case CANCELLED -> throw CancelHook.exception(cancellation);
                    case INTERRUPTED -> throw Interrupts.ended();
                    case READY, TIMEOUT, CLOSED -> outcome;
                };
            }
        };
    }
}
