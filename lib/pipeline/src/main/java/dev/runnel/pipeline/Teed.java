package dev.runnel.pipeline;

import dev.runnel.context.CancelCauseContext;
import java.util.ArrayList;
import java.util.List;

/** What several stages send, as it comes, each of which gets all elements of one pipeline; tee and fan-in. */
record Teed<A, B>(Pipeline<A> upstream, List<Stage<A, B>> stages) implements Part<B> {

    @Override
    public Feed<B> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        Branches<A> branches = new Branches<>(run);
        List<Pipeline<B>> sending = new ArrayList<>();
        for (Stage<A, B> stage : stages) {
            sending.add(Check.given(stage.on(upstream.with(branches)), "tee: the stage"));
        }
        Feed<B> feed = new Merged<>(sending).start(run, link, capacity);
        branches.feed(upstream, link);
        return feed;
    }
}
