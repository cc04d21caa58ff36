package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static dev.runnel.runtime.channel.Queues.receivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A select that runs more than once. */
class SelectReuseTest {

    @ParameterizedTest
    @EnumSource
    void kept_runManyTimes_servesEachTime(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> in = chan();
            Chan<Integer> out = chan(1);
            int[] sum = new int[1];
            boolean[] over = new boolean[1];
            Select loop = select().recv(in, v -> v.forEach(x -> sum[0] += x)).recv(out, () -> over[0] = true);
            Member member = crew.go(() -> {
                for (int i = 1; i <= 500; i++) {
                    in.send(i);
                }
                out.close();
            });
            while (!over[0]) {
                loop.run();
            }
            member.join();
            assertEquals(500 * 501 / 2, sum[0]);
        });
    }

    /** Several parties run the same select at once; each value goes to one of them. */
    @ParameterizedTest
    @EnumSource
    void kept_runConcurrently_eachValueOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> a = chan();
            Chan<Integer> b = chan(3);
            Chan<Integer> quit = chan();
            AtomicInteger sum = new AtomicInteger();
            AtomicInteger over = new AtomicInteger();
            Select shared = select().recv(a, v -> v.forEach(sum::addAndGet))
                    .recv(b, v -> v.forEach(sum::addAndGet))
                    .recv(quit, over::incrementAndGet);
            List<Member> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(crew.go(() -> {
                    while (over.get() == 0) {
                        shared.run();
                    }
                }));
            }
            for (int i = 1; i <= 1000; i++) {
                (i % 2 == 0 ? a : b).send(i);
            }
            Await.until(() -> sum.get() == 1000 * 1001 / 2);
            quit.close();
            all.forEach(Member::join);
            assertEquals(1000 * 1001 / 2, sum.get());
            assertEquals(0, receivers(a) + receivers(b));
        });
    }

    /** A body runs the very select that it belongs to. */
    @ParameterizedTest
    @EnumSource
    void kept_runWithinItsOwnBody_works(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(5);
            for (int i = 0; i < 5; i++) {
                c.send(i);
            }
            List<Integer> got = new ArrayList<>();
            Select[] self = new Select[1];
            self[0] = select().recv(c, v -> {
                        got.add(v.get());
                        self[0].run();
                        got.add(-v.get());
                    })
                    .otherwise(() -> got.add(100));
            self[0].run();
            assertEquals(List.of(0, 1, 2, 3, 4, 100, -4, -3, -2, -1, 0), got);
        });
    }

    /**
     * A receive of several values that found an end with a cause leaves nothing to the next run, which another clause
     * serves.
     */
    @Test
    void kept_afterAnEndWithACause_servesAnotherClause() {
        Chan<Integer> one = chan(1);
        Chan<Integer> failed = chan();
        failed.close(new IllegalStateException("planted"));
        List<Object> got = new ArrayList<>();
        Select kept = select().ordered().recv(one, got::add).recvUpTo(failed, 2, got::add);
        assertThrows(ChannelException.ClosedWithCause.class, kept::run);
        one.send(1);
        kept.run();
        assertEquals(List.of(Option.some(1)), got);
        one.send(2);
        one.close(new IllegalStateException("planted"));
        kept.run();
        assertEquals(List.of(Option.some(1), Option.some(2)), got);
    }

    /** A source runs the select that asks it. */
    @ParameterizedTest
    @EnumSource
    void kept_runWithinItsOwnSource_works(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(3);
            int[] depth = new int[1];
            Select[] self = new Select[1];
            self[0] = select().sendFrom(
                            c,
                            () -> {
                                int mine = ++depth[0];
                                if (mine < 3) {
                                    self[0].run();
                                }
                                return mine;
                            },
                            () -> {})
                    .recv(nilChan(), () -> {});
            self[0].run();
            assertEquals(
                    List.of(3, 2, 1),
                    List.of(c.recv().get(), c.recv().get(), c.recv().get()));
        });
    }

    /** A select that grew a clause after a run has it at the next. */
    @Test
    void kept_clauseAddedBetweenRuns_counts() {
        Chan<Integer> c = chan(1);
        List<String> ran = new ArrayList<>();
        Select kept = select().otherwise(() -> ran.add("default"));
        kept.run();
        c.send(1);
        kept.recv(c, () -> ran.add("value"));
        kept.run();
        assertEquals(List.of("default", "value"), ran);
    }

    /** The select is run by one strand after another: goroutines of several runtimes, and threads. */
    @Test
    void kept_usedByStrandAfterStrand_works() throws Exception {
        Chan<Integer> c = chan();
        AtomicInteger sum = new AtomicInteger();
        Select kept = select().recv(c, v -> v.forEach(sum::addAndGet)).recv(nilChan(), () -> {});
        for (Kind kind : Kind.values()) {
            kind.run(crew -> {
                Member sender = crew.go(() -> c.send(1));
                kept.run();
                sender.join();
                Member receiver = crew.go(kept::run);
                awaitReceivers(c, 1);
                c.send(1);
                receiver.join();
            });
        }
        assertEquals(2 * Kind.values().length, sum.get());
    }
}
