package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each value whose send says that it happened is received or handed over once, whatever ends the channel meanwhile. */
class CancelRaceTest {

    private static final int ROUNDS = 8;
    private static final int SENDERS = 3;
    private static final Duration TINY = Duration.ofNanos(20_000);

    private final Queue<Integer> sent = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicInteger next = new AtomicInteger();

    private List<Chan<Integer>> channels() {
        return List.of(
                chan(Buffering.bounded(0), arrived::add),
                chan(Buffering.bounded(2), arrived::add),
                chan(Buffering.sliding(1), arrived::add),
                chan(Buffering.dropping(2), arrived::add),
                chan(Buffering.unbounded(10, n -> {}), arrived::add));
    }

    @ParameterizedTest
    @EnumSource
    void cancel_losesNothing(Kind kind) {
        race(kind, (c, round) -> c.cancel());
    }

    @ParameterizedTest
    @EnumSource
    void close_losesNothing(Kind kind) {
        race(kind, (c, round) -> {
            if (round % 2 == 0) {
                c.close();
            } else {
                c.close(new IllegalStateException("the cause"));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void closeAndCancel_loseNothing_andOneCloseCounts(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < ROUNDS; round++) {
                for (Chan<Integer> c : channels()) {
                    AtomicInteger closes = new AtomicInteger();
                    List<Member> all = parties(crew, c);
                    await(c);
                    for (int i = 0; i < 2; i++) {
                        all.add(crew.go(() -> {
                            try {
                                c.close();
                                closes.incrementAndGet();
                            } catch (ChannelException.CloseOfClosed e) {
                                // another close was first
                            }
                        }));
                        all.add(crew.go(c::cancel));
                    }
                    all.forEach(Member::join);
                    assertEquals(1, closes.get());
                    settle(c);
                }
            }
        });
    }

    private interface End {
        void of(Chan<Integer> c, int round);
    }

    private void race(Kind kind, End end) {
        kind.run(crew -> {
            for (int round = 0; round < ROUNDS; round++) {
                for (Chan<Integer> c : channels()) {
                    List<Member> all = parties(crew, c);
                    await(c);
                    end.of(c, round);
                    all.forEach(Member::join);
                    settle(c);
                }
            }
        });
    }

    private void await(Chan<Integer> c) {
        Await.until(() -> c.stats().get().sends() >= 5);
    }

    /** All parties have ended: what is left is handed over, and then no value is missing or there twice. */
    private void settle(Chan<Integer> c) {
        c.cancel();
        ChanStats stats = c.stats().get();
        assertEquals(sent.size(), stats.sends());
        assertEquals(arrived.size(), stats.receives() + stats.drops());
        assertEquals(0, stats.len());
        assertEquals(sent.stream().sorted().toList(), arrived.stream().sorted().toList(), c.toString());
        sent.clear();
        arrived.clear();
    }

    private List<Member> parties(Crew crew, Chan<Integer> c) {
        List<Member> all = new ArrayList<>();
        for (int s = 0; s < SENDERS; s++) {
            int form = s;
            all.add(crew.go(() -> {
                try {
                    for (; ; ) {
                        int value = next.incrementAndGet();
                        if (send(c, value, form)) {
                            sent.add(value);
                        }
                        crew.poll();
                        Go.gosched();
                    }
                } catch (ChannelException.SendOnClosed | ChannelException.SendOnCancelled e) {
                    // the end
                }
            }));
            all.add(crew.go(() -> {
                try {
                    receive(c, form);
                } catch (ChannelException.ClosedWithCause e) {
                    assertTrue(c.closeCause().contains(e.getCause()));
                }
            }));
        }
        return all;
    }

    private static boolean send(Chan<Integer> c, int value, int form) throws InterruptedException {
        return switch (form) {
            case 0 -> {
                c.send(value);
                yield true;
            }
            case 1 -> c.trySend(value, TINY);
            default ->
                Go.choose().send(c, value, () -> true).after(TINY, () -> false).get();
        };
    }

    private void receive(Chan<Integer> c, int form) throws InterruptedException {
        switch (form) {
            case 0 -> c.forEach(arrived::add);
            case 1 -> {
                for (var got = c.tryRecv(TINY); !got.isClosed(); got = c.tryRecv(TINY)) {
                    got.toOption().forEach(arrived::add);
                }
            }
            default -> {
                boolean[] over = {false};
                var step = Go.select().recv(c, v -> {
                    over[0] = v.isEmpty();
                    v.forEach(arrived::add);
                });
                while (!over[0]) {
                    step.run();
                }
            }
        }
    }
}
