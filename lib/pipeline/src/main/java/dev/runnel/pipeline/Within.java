package dev.runnel.pipeline;

import dev.runnel.context.Context;
import dev.runnel.select.Mapping;

/**
 * A pipeline that is described anew for each run, for its context.
 *
 * @param description gives it
 */
record Within<T>(Mapping<? super Context, Pipeline<T>> description) implements Part<T> {

    @Override
    public Feed<T> start(Run run, Context link, int capacity) throws Exception {
        return Check.given(description.apply(link), "within: the function").start(run, link);
    }
}
