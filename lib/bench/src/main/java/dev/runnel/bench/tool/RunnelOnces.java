package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Task;
import dev.runnel.sync.Once;

final class RunnelOnces extends Onces<Once> {

    @Override
    public Once once() {
        return new Once();
    }

    @Override
    public void run(Once once, Task task) {
        once.run(task);
    }
}
