package dev.runnel.pipeline;

import dev.runnel.select.Mapping;

/** A pipeline for each element, one after the other. */
record FlatMapped<A, B>(Run run, Mapping<? super A, Pipeline<B>> function) implements Worker<A, B> {

    @Override
    public void run(Inlet<A> in, Outlet<B> out) throws Exception {
        in.forEach(element -> {
            Pipeline<B> inner = Check.given(function.apply(element), "flatMap: the function");
            Inlet<B> elements = run.open(inner, out.context());
            elements.forEach(out::send);
            elements.enough();
        });
    }
}
