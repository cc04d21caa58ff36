package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** What holds for parties that are interrupted at any moment: an operation has either happened or not. */
class InterruptedProps {

    private static final Duration TINY = Duration.ofNanos(30_000);

    /** Timed and interruptible operations under a hail of interrupts: each has either happened or not. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void timedAndInterrupted_sentEqualsReceived(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 2) int capacity,
            @ForAll @IntRange(min = 1, max = 3) int senders,
            @ForAll @IntRange(min = 1, max = 3) int receivers,
            @ForAll long seed) {
        int attempts = 60;
        kind.run(crew -> {
            Chan<Item> c = chan(capacity);
            Chan<Item> quiet = chan();
            int[] sent = new int[senders];
            List<List<Item>> got = new ArrayList<>();
            AtomicInteger working = new AtomicInteger(senders);
            AtomicBoolean hailOver = new AtomicBoolean();
            List<Member> all = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                int me = s;
                Random random = new Random(seed + s);
                all.add(crew.go(() -> {
                    for (int i = 0; i < attempts; i++) {
                        if (offer(c, quiet, new Item(me, sent[me]), random.nextInt(4))) {
                            sent[me]++;
                        }
                        Go.gosched();
                    }
                    working.decrementAndGet();
                    Await.until(() -> {
                        Thread.interrupted();
                        return hailOver.get(); // no interrupt may hit what comes after
                    });
                }));
            }
            for (int r = 0; r < receivers; r++) {
                Random random = new Random(~seed + r);
                List<Item> mine = new ArrayList<>();
                got.add(mine);
                all.add(crew.go(() -> {
                    while (!hailOver.get()) {
                        Item item = poll(c, quiet, random.nextInt(4));
                        if (item != null) {
                            mine.add(item);
                        }
                        Go.gosched();
                    }
                    Thread.interrupted();
                }));
            }
            Random random = new Random(seed);
            while (working.get() > 0) {
                all.get(random.nextInt(all.size())).thread().interrupt();
                LockSupport.parkNanos(random.nextInt(20_000)); // lets plain virtual threads run, too
            }
            hailOver.set(true);
            // A receiver may wait for a value without a timeout.
            for (Member member : all) {
                while (!member.hasEnded()) {
                    select().send(c, new Item(0, Integer.MAX_VALUE), () -> {})
                            .after(TINY, () -> {})
                            .run();
                }
            }
            all.forEach(Member::join);
            List<Item> rest = new ArrayList<>();
            for (Item item = c.tryRecv().toOption().getOrNull();
                    item != null;
                    item = c.tryRecv().toOption().getOrNull()) {
                rest.add(item);
            }
            got.add(rest);
            int[] received = new int[senders];
            for (List<Item> one : got) {
                int[] last = new int[senders];
                Arrays.fill(last, -1);
                for (Item item : one) {
                    if (item.number() < Integer.MAX_VALUE) {
                        assertTrue(item.number() > last[item.sender()], "out of order or doubled");
                        last[item.sender()] = item.number();
                        received[item.sender()]++;
                    }
                }
            }
            assertEquals(Arrays.toString(sent), Arrays.toString(received));
            assertEquals(0, senders(c) + receivers(c) + receivers(quiet));
        });
    }

    private static boolean offer(Chan<Item> c, Chan<Item> quiet, Item item, int way) {
        try {
            switch (way) {
                case 0 -> c.sendInterruptibly(item);
                case 1 -> {
                    return c.trySend(item, TINY);
                }
                case 2 -> {
                    return c.trySend(item);
                }
                default -> {
                    return Go.choose()
                            .send(c, item, () -> true)
                            .recv(quiet, () -> false)
                            .after(TINY, () -> false)
                            .getInterruptibly();
                }
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static Item poll(Chan<Item> c, Chan<Item> quiet, int way) {
        try {
            return switch (way) {
                case 0 -> c.recvInterruptibly().getOrNull();
                case 1 -> c.tryRecv(TINY).toOption().getOrNull();
                case 2 -> c.tryRecv().toOption().getOrNull();
                default ->
                    Go.choose()
                            .recv(c, v -> v)
                            .recv(quiet, v -> v)
                            .after(TINY, () -> io.vavr.control.Option.<Item>none())
                            .getInterruptibly()
                            .getOrNull();
            };
        } catch (InterruptedException e) {
            return null;
        }
    }

    /** One interrupt at any moment around an endless wait ends it. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void oneInterrupt_atAnyMoment_endsTheWait(@ForAll Kind kind, @ForAll @IntRange(max = 2000) int delay) {
        kind.run(crew -> {
            for (int i = 0; i < 20; i++) {
                int way = i % 4;
                Chan<Integer> c = chan();
                Member member = crew.go(() -> assertThrows(InterruptedException.class, () -> {
                    switch (way) {
                        case 0 -> c.recvInterruptibly();
                        case 1 -> c.sendInterruptibly(1);
                        case 2 ->
                            select().recv(c, () -> {}).send(c, 1, () -> {}).runInterruptibly();
                        default -> Go.sleepInterruptibly(Duration.ofDays(1));
                    }
                }));
                Thread thread = member.thread();
                for (int spin = 0; spin < delay; spin++) {
                    Thread.onSpinWait();
                }
                thread.interrupt();
                member.join();
                assertEquals(0, senders(c) + receivers(c));
            }
        });
    }
}
