package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import io.vavr.collection.List;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Receives of several values are compared with a queue, and none is lost, whatever ends them. */
class RecvUpToProps {

    private static final Duration TINY = Duration.ofNanos(30_000);

    /**
     * Used by one goroutine, and never so that it would wait: a positive step receives up to that many values, other
     * steps send.
     */
    @Property(tries = 300)
    void channelOfOneGoroutine_isAQueue(
            @ForAll @IntRange(min = 1, max = 5) int capacity,
            @ForAll @Size(max = 60) java.util.List<@IntRange(min = -6, max = 6) Integer> steps) {
        Chan<Integer> c = chan(capacity);
        Deque<Integer> model = new ArrayDeque<>();
        int next = 0;
        for (int step : steps) {
            if (step > 0 && !model.isEmpty()) {
                java.util.List<Integer> expected = new ArrayList<>();
                while (expected.size() < step && !model.isEmpty()) {
                    expected.add(model.poll());
                }
                assertEquals(expected, c.recvUpTo(step).asJava());
            } else if (step <= 0) {
                assertEquals(model.size() < capacity, c.trySend(next));
                if (model.size() < capacity) {
                    model.add(next);
                }
                next++;
            }
            assertEquals(model.size(), c.len());
        }
    }

    /** Senders each send a sequence; receivers of all forms are interrupted, cancelled and run out of time. */
    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void anyMix_losesNothingAndKeepsTheOrder(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 4) int capacity,
            @ForAll @IntRange(min = 1, max = 4) int receivers,
            @ForAll long seed) {
        int senders = 3;
        int each = 150;
        kind.run(crew -> {
            Chan<Integer> c = chan(capacity);
            java.util.List<Member> sending = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                int first = s * each;
                sending.add(crew.go(() -> {
                    for (int i = 0; i < each; i++) {
                        c.send(first + i);
                    }
                }));
            }
            java.util.List<java.util.List<Integer>> got = new ArrayList<>();
            java.util.List<Member> receiving = new ArrayList<>();
            for (int r = 0; r < receivers; r++) {
                java.util.List<Integer> mine = new ArrayList<>();
                got.add(mine);
                Random random = new Random(seed + r);
                receiving.add(crew.go(() -> receiveAll(c, mine, random)));
            }
            AtomicBoolean over = new AtomicBoolean();
            Member nuisance = crew.go(() -> {
                Random random = new Random(seed);
                while (!over.get()) {
                    receiving.get(random.nextInt(receivers)).thread().interrupt();
                    Await.until(() -> random.nextInt(8) == 0);
                    crew.poll();
                }
            });
            sending.forEach(Member::join);
            c.close();
            receiving.forEach(Member::join);
            over.set(true);
            nuisance.join();
            check(got, senders, each);
        });
    }

    private static void receiveAll(Chan<Integer> c, java.util.List<Integer> into, Random random) {
        boolean open = true;
        while (open) {
            int most = 1 + random.nextInt(5);
            try (CancelContext context = Context.withTimeout(Context.background(), TINY)) {
                List<Integer> values = switch (random.nextInt(4)) {
                    case 0 -> c.recvUpTo(most);
                    case 1 -> c.recvUpToInterruptibly(most);
                    case 2 -> c.recvUpTo(most, context);
                    default ->
                        choose().recvUpTo(c, most, v -> (List<Integer>) v)
                                .after(TINY, () -> List.of(-1))
                                .getInterruptibly();
                };
                assertTrue(values.size() <= most);
                open = values.nonEmpty();
                values.filter(v -> v >= 0).forEach(into::add);
            } catch (InterruptedException | CancelledException e) {
                // the receive has not happened
            }
        }
        Thread.interrupted();
    }

    private static void check(java.util.List<java.util.List<Integer>> got, int senders, int each) {
        java.util.List<Integer> all = new ArrayList<>();
        for (java.util.List<Integer> mine : got) {
            int[] last = new int[senders];
            java.util.Arrays.fill(last, -1);
            for (int value : mine) {
                assertTrue(value > last[value / each], "order of sender " + value / each + " in " + mine);
                last[value / each] = value;
            }
            all.addAll(mine);
        }
        Collections.sort(all);
        assertEquals(List.range(0, senders * each).asJava(), all);
    }
}
