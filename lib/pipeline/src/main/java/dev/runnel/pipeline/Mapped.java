package dev.runnel.pipeline;

import dev.runnel.select.Mapping;

/** A function of each element. With several goroutines, in the order in which they are done. */
record Mapped<A, B>(String stage, Mapping<? super A, ? extends B> function) implements Worker<A, B> {

    @Override
    public void run(Inlet<A> in, Outlet<B> out) throws Exception {
        in.forEach(element -> out.send(Check.given(function.apply(element), stage + ": the function")));
    }
}
