package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * Used by one thread, a queue on a channel does what the JDK's bounded queue does: the same answers, the same
 * exceptions.
 */
class ChannelQueueProps {

    /** A call that does not wait for ever, whatever the queue holds. */
    private record Call(String text, Function<BlockingQueue<Integer>, Object> call) {

        Object on(BlockingQueue<Integer> queue) {
            try {
                return call.apply(queue);
            } catch (RuntimeException e) {
                return e.getClass().getName();
            }
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @FunctionalInterface
    private interface Waiting {
        Object on(BlockingQueue<Integer> queue) throws InterruptedException;
    }

    private static Call call(String text, Function<BlockingQueue<Integer>, Object> call) {
        return new Call(text, call);
    }

    private static Call waiting(String text, Waiting call) {
        return new Call(text, queue -> {
            try {
                return call.on(queue);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static Object drained(BlockingQueue<Integer> queue, int most) {
        List<Integer> target = new ArrayList<>();
        int count = most < 0 ? queue.drainTo(target) : queue.drainTo(target, most);
        return count + " " + target;
    }

    private static Object cleared(BlockingQueue<Integer> queue) {
        queue.clear();
        return "cleared";
    }

    @Provide
    Arbitrary<Call> calls() {
        Arbitrary<Integer> values = Arbitraries.integers().between(0, 99);
        return Arbitraries.oneOf(
                values.map(n -> call("offer " + n, queue -> queue.offer(n))),
                values.map(n -> waiting("offer timed " + n, queue -> queue.offer(n, 1, TimeUnit.NANOSECONDS))),
                values.map(n -> waiting("put " + n, queue -> {
                    if (queue.remainingCapacity() == 0) {
                        return "full";
                    }
                    queue.put(n);
                    return "put";
                })),
                values.map(n -> call("addAll " + n, queue -> queue.addAll(List.of(n, n + 1)))),
                Arbitraries.of(
                        call("offer null", queue -> queue.offer(null)),
                        call("poll", Queue::poll),
                        call("remove", Queue::remove),
                        waiting("poll timed", queue -> queue.poll(1, TimeUnit.NANOSECONDS)),
                        waiting("take", queue -> queue.isEmpty() ? "empty" : queue.take()),
                        call("clear", ChannelQueueProps::cleared),
                        call("drain", queue -> drained(queue, -1)),
                        call("drain itself", queue -> queue.drainTo(queue))),
                values.map(n -> call("add " + n, queue -> queue.add(n))),
                Arbitraries.integers().between(0, 3).map(n -> call("drain " + n, queue -> drained(queue, n))));
    }

    @Provide
    Arbitrary<List<Call>> programs() {
        return calls().list().ofMaxSize(60);
    }

    @Property(tries = 500)
    void queue_doesWhatTheJdksDoes(
            @ForAll("programs") List<Call> program, @ForAll @IntRange(min = 1, max = 4) int room) {
        BlockingQueue<Integer> queue = new ChannelQueue<>(Go.<Integer>chan(room));
        BlockingQueue<Integer> model = new ArrayBlockingQueue<>(room);
        for (Call call : program) {
            assertEquals(call.on(model), call.on(queue), call::toString);
            assertEquals(model.size(), queue.size(), call::toString);
            assertEquals(model.isEmpty(), queue.isEmpty(), call::toString);
            assertEquals(model.remainingCapacity(), queue.remainingCapacity(), call::toString);
        }
    }
}
