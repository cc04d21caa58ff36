package dev.runnel.context;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.channel.Queues;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever ends operations with a context, and whenever it does: what was sent is received once, and nothing else is.
 */
class CancelledWaitProps {

    private static final int ATTEMPTS = 150;

    /** One run: senders and receivers whose operations are given up at random moments, and whose channel is closed. */
    private static final class Exchange {
        private final Chan<Integer> c;
        private final CancelContext all = Context.withCancel(Context.background());
        private final ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<Integer> received = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean closed = new AtomicBoolean();

        Exchange(int capacity) {
            c = chan(capacity);
        }

        /** A context for one operation; sometimes the one that all share, and sometimes one that has ended. */
        private CancelContext context(Random random) {
            return switch (random.nextInt(4)) {
                case 0 -> Context.withCancel(all);
                case 1 -> Context.withTimeout(all, Duration.ofNanos(random.nextInt(40_000)));
                case 2 -> Context.withTimeout(all, Duration.ofNanos(random.nextInt(2_000)));
                default -> Context.withCancelCause(Context.background());
            };
        }

        void send(int sender, Random random, ConcurrentLinkedQueue<CancelContext> current) {
            for (int i = 0; i < ATTEMPTS; i++) {
                int value = sender * ATTEMPTS + i;
                try (CancelContext context = context(random)) {
                    current.add(context);
                    c.send(value, context);
                    sent.add(value);
                } catch (CancelledException | InterruptedException e) {
                    // the value has not been sent
                } catch (ChannelException.SendOnClosed e) {
                    assertTrue(closed.get());
                    return;
                }
            }
        }

        void receive(Random random, ConcurrentLinkedQueue<CancelContext> current) {
            while (true) {
                try (CancelContext context = context(random)) {
                    current.add(context);
                    if (random.nextInt(8) == 0) {
                        for (int value : c.until(context)) {
                            received.add(value);
                        }
                        if (context.err().isEmpty()) {
                            return;
                        }
                        continue;
                    }
                    Option<Integer> value = c.recv(context);
                    if (value.isEmpty()) {
                        return;
                    }
                    received.add(value.get());
                } catch (CancelledException | InterruptedException e) {
                    // nothing was received
                }
            }
        }
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void noValueIsLostOrSeenTwice(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 2) int capacity,
            @ForAll @IntRange(min = 1, max = 3) int senders,
            @ForAll @IntRange(min = 1, max = 3) int receivers,
            @ForAll boolean closesEarly,
            @ForAll long seed) {
        kind.run(crew -> {
            Exchange exchange = new Exchange(capacity);
            ConcurrentLinkedQueue<CancelContext> current = new ConcurrentLinkedQueue<>();
            AtomicBoolean over = new AtomicBoolean();
            List<Member> sending = start(crew, senders, seed, (i, random) -> exchange.send(i, random, current));
            List<Member> receiving =
                    start(crew, receivers, seed + 100, (i, random) -> exchange.receive(random, current));
            List<Member> parties = new ArrayList<>(sending);
            parties.addAll(receiving);
            Member disturber = crew.go(() -> disturb(parties, current, over, new Random(seed)));
            if (closesEarly) {
                // Not by yielding alone: two virtual threads that only yield keep both carriers of the JDK's pool to
                // themselves.
                Await.until(() -> exchange.received.size() >= ATTEMPTS / 4 || allEnded(sending));
                exchange.closed.set(true);
                exchange.c.close();
            }
            sending.forEach(Member::join);
            if (!closesEarly) {
                exchange.closed.set(true);
                exchange.c.close();
            }
            receiving.forEach(Member::join);
            over.set(true);
            disturber.join();
            exchange.all.cancel();

            Set<Integer> distinct = new HashSet<>(exchange.received);
            assertEquals(exchange.received.size(), distinct.size());
            assertEquals(new HashSet<>(exchange.sent), distinct);
            assertEquals(0, Queues.receivers(exchange.c));
            assertEquals(0, Queues.senders(exchange.c));
            assertEquals(0, ((CancelCtx) exchange.all).children());
        });
    }

    private static boolean allEnded(List<Member> members) {
        return members.stream().allMatch(Member::hasEnded);
    }

    private interface Part {
        void play(int number, Random random) throws Exception;
    }

    private static List<Member> start(Crew crew, int count, long seed, Part part) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            members.add(crew.go(() -> part.play(number, new Random(seed + number))));
        }
        return members;
    }

    /** Cancels the newest contexts, and interrupts parties, until told to end. */
    private static void disturb(
            List<Member> parties, ConcurrentLinkedQueue<CancelContext> current, AtomicBoolean over, Random random) {
        while (!over.get()) {
            CancelContext context = current.poll();
            if (context != null) {
                context.cancel();
            }
            if (random.nextInt(20) == 0) {
                parties.get(random.nextInt(parties.size())).thread().interrupt();
            }
            for (int spins = random.nextInt(200); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            dev.runnel.Go.gosched();
        }
    }
}
