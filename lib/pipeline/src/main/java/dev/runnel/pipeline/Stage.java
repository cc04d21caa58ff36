package dev.runnel.pipeline;

import java.util.Objects;

/**
 * Stages that are not yet put behind a source; a value that may be used in many pipelines. In Go a function from
 * {@code <-chan A} to {@code <-chan B}.
 *
 * <pre>{@code
 * Stage<String, String> words = lines -> lines.flatMap(line -> Source.of(line.split(" ")));
 * Stage<String, Integer> lengths = words.andThen(w -> w.map(String::length));
 * }</pre>
 *
 * @param <A> the type of what comes in
 * @param <B> the type of what goes out
 */
@FunctionalInterface
public interface Stage<A, B> {

    /**
     * The pipeline that these stages make of another. Starts nothing.
     *
     * @param source where the elements come from
     * @return what is described, not null
     */
    Pipeline<B> on(Pipeline<A> source);

    /**
     * These stages, and others behind them.
     *
     * @param next the others
     * @param <C> the type of what goes out there
     */
    default <C> Stage<A, C> andThen(Stage<B, C> next) {
        Objects.requireNonNull(next, "next stage");
        return source -> next.on(Check.given(on(source), "andThen: the stage"));
    }
}
