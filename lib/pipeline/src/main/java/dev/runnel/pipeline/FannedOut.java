package dev.runnel.pipeline;

import dev.runnel.context.CancelCauseContext;
import java.util.Collections;

/**
 * Copies of a stage that share the elements of one pipeline: all receive from the same channel, and each element goes
 * to whichever comes first; fan-out, and fan-in of what they send.
 */
record FannedOut<A, B>(Pipeline<A> upstream, int copies, Stage<A, B> stage) implements Part<B> {

    @Override
    public Feed<B> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        Inlet<A> in = run.open(upstream, link);
        Pipeline<A> shared = upstream.with((anyRun, anyLink, anyCapacity) -> {
            run.isNotLeftFor(anyRun, "fanOut");
            return in.feed();
        });
        Pipeline<B> copy = Check.given(stage.on(shared), "fanOut: the stage");
        return new Merged<>(Collections.nCopies(copies, copy)).start(run, link, capacity, in::enough);
    }
}
