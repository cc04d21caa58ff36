package dev.runnel.pipeline;

import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.select.Mapping;
import java.util.OptionalInt;

/**
 * A pipeline that is described anew for each run, for its context.
 *
 * @param description gives it
 * @param asked the capacity of the channel on which its last stage sends; if it is not given, that pipeline says
 */
record Within<T>(Mapping<? super Context, Pipeline<T>> description, OptionalInt asked) implements Part<T> {

    @Override
    public Feed<T> start(Run run, CancelCauseContext link, int capacity) throws Exception {
        Pipeline<T> described = Check.given(description.apply(link), "within: the function");
        return (asked.isPresent() ? described.withCapacity(asked.getAsInt()) : described).start(run, link);
    }

    @Override
    public Part<T> withCapacity(int capacity) {
        return new Within<>(description, OptionalInt.of(capacity));
    }
}
