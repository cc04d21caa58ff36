package dev.runnel.pipeline;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.TryRecv;
import dev.runnel.select.Choice;

/** All elements until something is cancelled, which is an end like any other; the or-done channel. */
record UntilCancelled<T>(Cancellation cancellation) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        Choice<TryRecv<T>> next = in.choice().recv(cancellation.done(), () -> new TryRecv.Empty<>());
        while (cancellation.err().isEmpty() && in.recv(next) instanceof TryRecv.Value<T> received) {
            out.send(received.value());
        }
    }
}
