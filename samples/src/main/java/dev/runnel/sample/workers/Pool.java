package dev.runnel.sample.workers;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;

/**
 * A pool of workers.
 *
 * @param context when it ends, no more jobs are begun, and the results end
 * @param size how many jobs are done at once
 */
record Pool(Context context, int size) {

    private record Task<J, R>(J job, Chan<Result<J, R>> result) {}

    /** The results as they come. */
    <J, R> RecvChan<Result<J, R>> unordered(RecvChan<J> jobs, Result.Work<? super J, ? extends R> work) {
        Chan<Result<J, R>> results = chan();
        WaitGroup workers = new WaitGroup();
        for (int i = 0; i < size; i++) {
            workers.go(untilCancelled(() -> {
                for (J job : jobs.until(context)) {
                    results.send(Result.of(job, work), context);
                }
            }));
        }
        go("closer", () -> {
            workers.await();
            results.close();
        });
        return results;
    }

    /**
     * The results in the order of the jobs.
     *
     * @param ahead how many results may wait for an earlier one
     */
    <J, R> RecvChan<Result<J, R>> ordered(RecvChan<J> jobs, int ahead, Result.Work<? super J, ? extends R> work) {
        Chan<Task<J, R>> tasks = chan();
        Chan<RecvChan<Result<J, R>>> order = chan(ahead);
        Chan<Result<J, R>> results = chan();
        WaitGroup active = new WaitGroup();
        active.go(untilCancelled(() -> {
            try {
                for (J job : jobs.until(context)) {
                    Chan<Result<J, R>> result = chan(1);
                    order.send(result, context);
                    tasks.send(new Task<>(job, result), context);
                }
            } finally {
                tasks.close();
                order.close();
            }
        }));
        for (int i = 0; i < size; i++) {
            active.go(() -> tasks.forEach(task -> task.result().send(Result.of(task.job(), work))));
        }
        active.go(untilCancelled(() -> {
            for (RecvChan<Result<J, R>> result : order) {
                for (Result<J, R> found : result.recv(context)) {
                    results.send(found, context);
                }
            }
        }));
        go("closer", () -> {
            active.await();
            results.close();
        });
        return results;
    }

    /** A goroutine that was told to end has not failed. */
    private static Body untilCancelled(Body body) {
        return () -> {
            try {
                body.run();
            } catch (CancelledException e) {
                // nobody wants its results any more
            }
        };
    }
}
