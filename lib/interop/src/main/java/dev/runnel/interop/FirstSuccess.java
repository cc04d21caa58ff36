package dev.runnel.interop;

import dev.runnel.channel.CancelledException;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.scheduler.Home;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Does for a goroutine what {@code invokeAny} of the JDK does for a thread: starts tasks until one has succeeded, and
 * parks when all have been started.
 */
final class FirstSuccess<T extends @Nullable Object> {

    private final Executor executor;
    private final @Nullable Home home;
    private final List<Member> started = new ArrayList<>();

    /** Ended members of which the waiter has not heard yet. */
    private final Queue<Member> ended = new ConcurrentLinkedQueue<>();

    /** Closed when a member has ended after this was put here; the waiter looks then, or else before it waits. */
    private volatile Channel<Void> next;

    /** @param home the bubble of the executor; null if it is of none */
    FirstSuccess(Executor executor, @Nullable Home home) {
        this.executor = executor;
        this.home = home;
        next = new Channel<>(0, home);
    }

    private final class Member extends ExecutorFuture<T> {

        Member(Callable<T> task) {
            super(task, home);
        }

        @Override
        protected void done() {
            ended.add(this);
            next.closeIfOpen();
            super.done();
        }
    }

    /**
     * The first result. Tasks that have not ended are cancelled.
     *
     * @param limit ends the wait; null for none
     * @throws IllegalArgumentException if there are no tasks
     * @throws ExecutionException if all have failed: the failure of the last
     * @throws TimeoutException if the limit ended before
     */
    T of(Collection<? extends Callable<T>> tasks, @Nullable Context limit)
            throws ExecutionException, TimeoutException, InterruptedException {
        Iterator<? extends Callable<T>> toStart =
                Objects.requireNonNull(tasks, "tasks").iterator();
        ExecutionException failure = null;
        try {
            for (int heard = 0; heard < started.size() || toStart.hasNext(); ) {
                Member member = ended.poll();
                if (member != null) {
                    heard++;
                    try {
                        return member.get();
                    } catch (ExecutionException e) {
                        failure = e;
                    } catch (CancellationException e) {
                        failure = new ExecutionException(e);
                    }
                } else if (toStart.hasNext()) {
                    start(toStart.next());
                } else {
                    awaitNext(limit);
                }
            }
        } finally {
            started.forEach(member -> member.cancel(true));
        }
        if (failure == null) {
            throw new IllegalArgumentException("no tasks");
        }
        throw failure;
    }

    private void start(Callable<T> task) {
        Member member = new Member(task);
        started.add(member);
        executor.execute(member);
    }

    private void awaitNext(@Nullable Context limit) throws TimeoutException, InterruptedException {
        Channel<Void> fresh = new Signal(home, "a future, of several");
        next = fresh;
        if (!ended.isEmpty()) {
            return;
        }
        if (limit == null) {
            Outside.await(fresh);
            return;
        }
        try {
            fresh.recv(limit);
        } catch (CancelledException timeIsOver) {
            throw new TimeoutException("none of the tasks has succeeded in time");
        }
    }
}
