package dev.runnel.sample.verify;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.scope.ErrGroup;
import java.util.Objects;

/** Work on many things, by a few workers. */
final class Parallel {

    /**
     * What is done with each thing.
     *
     * @param <T> the type of the things
     */
    @FunctionalInterface
    interface Task<T> {
        /** Does it, and gives up when the context ends. */
        void run(T thing, Context context) throws Exception;
    }

    private Parallel() {}

    /**
     * Does the task with all things. Returns when nobody works any more.
     *
     * @param parent when it ends, so does the work
     * @param things taken by one goroutine, when a worker wants the next
     * @param workers how many are worked on at once
     * @throws Exception the first that a task threw; no other task is begun then, and those under way are cancelled
     */
    static <T> void forEach(Context parent, Iterable<T> things, int workers, Task<? super T> task) throws Exception {
        ErrGroup group = ErrGroup.withContext(parent);
        Context context = group.context();
        Chan<T> work = chan();
        group.go(() -> {
            try {
                for (T thing : things) {
                    work.send(Objects.requireNonNull(thing), context);
                }
            } finally {
                work.close();
            }
        });
        for (int i = 0; i < workers; i++) {
            group.go(() -> {
                for (T thing : work) { // ends when the feeder does
                    task.run(thing, context);
                }
            });
        }
        group.awaitOrThrow();
    }
}
