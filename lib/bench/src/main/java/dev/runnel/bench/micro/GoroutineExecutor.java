package dev.runnel.bench.micro;

import dev.runnel.Go;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets JMH run its loops as goroutines. */
public final class GoroutineExecutor extends AbstractExecutorService {

    /**
     * What JMH calls.
     *
     * @param threads ignored
     * @param prefix of names; ignored
     */
    public GoroutineExecutor(int threads, String prefix) {}

    @Override
    public void execute(Runnable command) {
        Go.go(command::run);
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return true;
    }

    @Override
    public boolean isTerminated() {
        return true;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
