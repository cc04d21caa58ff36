package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Directs by taking the first alternative each time. */
final class FirstAlways implements Director {

    @Override
    public int choose(Decision decision, int options, List<?> goroutines) {
        return 0;
    }

    @Override
    public void happens(Object goroutine, Act act, @Nullable Object on) {}
}
