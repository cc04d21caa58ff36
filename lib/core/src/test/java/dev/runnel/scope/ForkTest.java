package dev.runnel.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Runtimes;
import dev.runnel.select.Producer;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of a task that has ended. */
class ForkTest {

    @Test
    void fork_thatHasEnded_keepsItsResultOnly() {
        Runtimes.run(2, () -> {
            List<WeakReference<Producer<Integer>>> tasks = new ArrayList<>();
            Fork<Integer> fork = joined(tasks);
            while (tasks.get(0).get() != null) {
                System.gc();
            }
            assertEquals(1000, fork.get());
        });
    }

    private static Fork<Integer> joined(List<WeakReference<Producer<Integer>>> tasks) throws Exception {
        try (Scope scope = Scope.open()) {
            Producer<Integer> task = new Length(new byte[1000]);
            tasks.add(new WeakReference<>(task));
            Fork<Integer> fork = scope.fork(task);
            scope.join();
            return fork;
        }
    }

    private record Length(byte[] of) implements Producer<Integer> {

        @Override
        public Integer get() {
            return of.length;
        }
    }
}
