package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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
import net.jqwik.api.constraints.Size;

/** What holds for any mix of parties: C10 to C35, C47, S22, S23. */
class ChanProps {

    private static final int TRIES = 30;
    private static final Duration TINY = Duration.ofNanos(30_000);

    private enum TryOp {
        SEND,
        RECV,
        TIMED_SEND,
        TIMED_RECV,
        SELECT_SEND,
        SELECT_RECV,
        CLOSE
    }

    /** A channel used by one thread is a bounded queue. */
    @Property(tries = 400)
    void tryOperations_behaveLikeABoundedQueue(
            @ForAll @IntRange(max = 5) int capacity, @ForAll @Size(max = 60) List<TryOp> ops) throws Exception {
        Chan<Integer> c = chan(capacity);
        Deque<Integer> model = new ArrayDeque<>();
        boolean closed = false;
        int next = 0;
        for (TryOp op : ops) {
            switch (op) {
                case SEND, TIMED_SEND, SELECT_SEND -> {
                    int value = next++;
                    if (closed) {
                        assertThrows(ChannelException.SendOnClosed.class, () -> send(c, op, value));
                    } else {
                        boolean room = model.size() < capacity;
                        assertEquals(room, send(c, op, value));
                        if (room) {
                            model.addLast(value);
                        }
                    }
                }
                case RECV, TIMED_RECV, SELECT_RECV -> {
                    TryRecv<Integer> answer = receive(c, op);
                    if (!model.isEmpty()) {
                        assertEquals(new TryRecv.Value<>(model.removeFirst()), answer);
                    } else {
                        assertEquals(closed ? new TryRecv.Closed<>() : new TryRecv.Empty<>(), answer);
                    }
                }
                case CLOSE -> {
                    if (closed) {
                        assertThrows(ChannelException.CloseOfClosed.class, c::close);
                    } else {
                        c.close();
                        closed = true;
                    }
                }
            }
            assertEquals(model.size(), c.len());
            assertEquals(capacity, c.cap());
            assertEquals(0, senders(c) + receivers(c));
        }
    }

    private static boolean send(Chan<Integer> c, TryOp op, int value) throws InterruptedException {
        return switch (op) {
            case SEND -> c.trySend(value);
            case TIMED_SEND -> c.trySend(value, Duration.ofNanos(1));
            default ->
                Go.choose().send(c, value, () -> true).otherwise(() -> false).get();
        };
    }

    private static TryRecv<Integer> receive(Chan<Integer> c, TryOp op) throws InterruptedException {
        return switch (op) {
            case RECV -> c.tryRecv();
            case TIMED_RECV -> c.tryRecv(Duration.ofNanos(1));
            default ->
                Go.choose()
                        .recv(c, v -> v.isEmpty() ? new TryRecv.Closed<Integer>() : new TryRecv.Value<>(v.get()))
                        .otherwise(TryRecv.Empty::new)
                        .get();
        };
    }

    // ---------------------------------------------------------------- many parties

    /** One value: who sent it and which of its own it is. */
    private record Item(int sender, int number) {}

    /** How one party uses channels. */
    private interface Style {
        void send(Chan<Item> c, Item item) throws Exception;

        /** The value; null if the channel is closed and drained. */
        Item receive(Chan<Item> c) throws Exception;
    }

    /** Also to virtual threads that the JDK would not mount while others only yield. */
    private static void giveWay() {
        Go.gosched();
        LockSupport.parkNanos(1000);
    }

    private static final List<Style> STYLES = List.of(
            new Style() {
                @Override
                public void send(Chan<Item> c, Item item) {
                    c.send(item);
                }

                @Override
                public Item receive(Chan<Item> c) {
                    return c.recvOrNull();
                }
            },
            new Style() {
                @Override
                public void send(Chan<Item> c, Item item) {
                    boolean sent = c.trySend(item);
                    for (int i = 0; i < TRIES && !sent; i++) {
                        giveWay();
                        sent = c.trySend(item);
                    }
                    if (!sent) {
                        c.send(item); // two that only try never meet on an unbuffered channel
                    }
                }

                @Override
                public Item receive(Chan<Item> c) {
                    for (int i = 0; i < TRIES; i++) {
                        TryRecv<Item> answer = c.tryRecv();
                        if (!answer.isEmpty()) {
                            return answer.toOption().getOrNull();
                        }
                        giveWay();
                    }
                    return c.recvOrNull();
                }
            },
            new Style() {
                @Override
                public void send(Chan<Item> c, Item item) throws InterruptedException {
                    for (boolean sent = false; !sent; ) {
                        sent = c.trySend(item, TINY);
                    }
                }

                @Override
                public Item receive(Chan<Item> c) throws InterruptedException {
                    TryRecv<Item> answer = c.tryRecv(TINY);
                    while (answer.isEmpty()) {
                        answer = c.tryRecv(TINY);
                    }
                    return answer.toOption().getOrNull();
                }
            },
            new Style() {
                private final Chan<Item> quiet = chan();

                @Override
                public void send(Chan<Item> c, Item item) {
                    select().send(c, item, () -> {})
                            .recv(quiet, () -> {})
                            .send(c, item, () -> {})
                            .run();
                }

                @Override
                public Item receive(Chan<Item> c) {
                    return Go.choose()
                            .recv(quiet, v -> v)
                            .recv(c, v -> v)
                            .recv(Go.<Item>nilChan(), v -> v)
                            .recv(c, v -> v)
                            .get()
                            .getOrNull();
                }
            },
            new Style() {
                @Override
                public void send(Chan<Item> c, Item item) {
                    boolean[] sent = new boolean[1];
                    while (!sent[0]) {
                        select().sendFrom(c, () -> item, () -> sent[0] = true)
                                .after(TINY, Go::gosched)
                                .run();
                    }
                }

                @Override
                public Item receive(Chan<Item> c) {
                    List<Item> got = new ArrayList<>();
                    while (got.isEmpty()) {
                        select().recv(c, v -> got.add(v.getOrNull()))
                                .recv(nilChan(), () -> {})
                                .after(TINY, () -> {})
                                .run();
                    }
                    return got.getFirst();
                }
            });

    /** Nothing lost, nothing doubled; and each receiver sees the values of each sender in their order. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void anyMix_closedAtTheEnd_eachValueOnceAndInOrder(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 4) int capacity,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 4) Integer> senderStyles,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 4) Integer> receiverStyles,
            @ForAll @IntRange(min = 1, max = 120) int each) {
        List<List<Item>> got = new ArrayList<>();
        kind.run(crew -> {
            Chan<Item> c = chan(capacity);
            List<Member> all = new ArrayList<>();
            AtomicInteger sending = new AtomicInteger(senderStyles.size());
            for (int s = 0; s < senderStyles.size(); s++) {
                int me = s;
                Style style = STYLES.get(senderStyles.get(s));
                all.add(crew.go(() -> {
                    for (int i = 0; i < each; i++) {
                        style.send(c, new Item(me, i));
                    }
                    if (sending.decrementAndGet() == 0) {
                        c.close();
                    }
                }));
            }
            for (int receiverStyle : receiverStyles) {
                Style style = STYLES.get(receiverStyle);
                List<Item> mine = new ArrayList<>();
                got.add(mine);
                all.add(crew.go(() -> {
                    for (Item item = style.receive(c); item != null; item = style.receive(c)) {
                        mine.add(item);
                    }
                }));
            }
            all.forEach(Member::join);
            assertEquals(0, senders(c) + receivers(c) + c.len());
        });
        check(got, senderStyles.size(), each);
    }

    private static void check(List<List<Item>> got, int senders, int each) {
        boolean[][] seen = new boolean[senders][each];
        int total = 0;
        for (List<Item> one : got) {
            int[] last = new int[senders];
            Arrays.fill(last, -1);
            for (Item item : one) {
                assertTrue(item.number() > last[item.sender()], "out of order");
                last[item.sender()] = item.number();
                assertTrue(!seen[item.sender()][item.number()], "doubled");
                seen[item.sender()][item.number()] = true;
                total++;
            }
        }
        assertEquals(senders * each, total);
    }

    /** Closed at any moment: what a sender knows to be sent is received, what failed is not, and nothing after. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void anyMix_closedAtAnyMoment_sentIsReceived(
            @ForAll Kind kind,
            @ForAll @IntRange(max = 4) int capacity,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 4) Integer> senderStyles,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(max = 4) Integer> receiverStyles,
            @ForAll @IntRange(max = 200) int closeAfter) {
        kind.run(crew -> {
            Chan<Item> c = chan(capacity);
            int n = senderStyles.size();
            int[] sent = new int[n];
            AtomicInteger[] received = new AtomicInteger[n];
            AtomicInteger total = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int s = 0; s < n; s++) {
                int me = s;
                received[s] = new AtomicInteger();
                Style style = STYLES.get(senderStyles.get(s));
                all.add(crew.go(() -> {
                    try {
                        for (; ; ) {
                            style.send(c, new Item(me, sent[me]));
                            sent[me]++;
                        }
                    } catch (ChannelException.SendOnClosed e) {
                        // the end
                    }
                }));
            }
            for (int receiverStyle : receiverStyles) {
                Style style = STYLES.get(receiverStyle);
                all.add(crew.go(() -> {
                    for (Item item = style.receive(c); item != null; item = style.receive(c)) {
                        received[item.sender()].incrementAndGet();
                        total.incrementAndGet();
                    }
                }));
            }
            Await.until(() -> total.get() >= closeAfter);
            c.close();
            all.forEach(Member::join);
            for (int s = 0; s < n; s++) {
                assertEquals(sent[s], received[s].get());
            }
            assertEquals(0, senders(c) + receivers(c) + c.len());
        });
    }

    /** Several channels, everyone selecting among all of them. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void selectsOverSeveralChannels_eachValueOnceAndInOrderPerChannel(
            @ForAll Kind kind,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 3) Integer> capacities,
            @ForAll @IntRange(min = 1, max = 3) int senders,
            @ForAll @IntRange(min = 1, max = 3) int receivers,
            @ForAll @IntRange(min = 1, max = 120) int each) {
        List<List<Item>> got = new ArrayList<>();
        int channels = capacities.size();
        kind.run(crew -> {
            List<Chan<Item>> all = capacities.stream().map(Go::<Item>chan).toList();
            AtomicInteger sending = new AtomicInteger(senders);
            List<Member> members = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                int me = s;
                members.add(crew.go(() -> {
                    int[] next = new int[1];
                    var send = select();
                    for (Chan<Item> c : all) {
                        send.sendFrom(c, () -> new Item(me, next[0]), () -> next[0]++);
                    }
                    while (next[0] < each) {
                        send.run();
                    }
                    if (sending.decrementAndGet() == 0) {
                        all.forEach(Chan::close);
                    }
                }));
            }
            for (int r = 0; r < receivers; r++) {
                List<List<Item>> mine = new ArrayList<>();
                for (int k = 0; k < channels; k++) {
                    mine.add(new ArrayList<>());
                }
                got.addAll(mine);
                members.add(crew.go(() -> {
                    List<Chan<Item>> open = new ArrayList<>(all);
                    int[] left = {channels};
                    while (left[0] > 0) {
                        var receive = select();
                        for (int k = 0; k < channels; k++) {
                            int at = k;
                            receive.recv(open.get(k), v -> {
                                if (v.isDefined()) {
                                    mine.get(at).add(v.get());
                                } else {
                                    open.set(at, nilChan());
                                    left[0]--;
                                }
                            });
                        }
                        receive.run();
                    }
                }));
            }
            members.forEach(Member::join);
        });
        check(got, senders, each);
    }

    /** Timed and interruptible operations under a hail of interrupts: each has happened, or it has not. */
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
                        return hailOver.get(); // no interrupt may hit who comes after
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

    /** C47: a buffered channel is a counting semaphore. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void bufferedChannel_isASemaphore(
            @ForAll Kind kind,
            @ForAll @IntRange(min = 1, max = 4) int permits,
            @ForAll @IntRange(min = 1, max = 8) int workers) {
        kind.run(crew -> {
            Chan<Integer> semaphore = chan(permits);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int w = 0; w < workers; w++) {
                all.add(crew.go(() -> {
                    for (int i = 0; i < 50; i++) {
                        semaphore.send(0);
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        if (i % 5 == 0) {
                            Go.gosched();
                        }
                        inside.decrementAndGet();
                        semaphore.recv();
                    }
                }));
            }
            all.forEach(Member::join);
            assertTrue(most.get() <= permits, most + " inside");
            assertEquals(0, semaphore.len());
        });
    }

    /** S8: whichever clauses are ready, each has the same chance. */
    @Property(tries = 30)
    void readyClauses_areChosenEquallyOften(
            @ForAll @IntRange(min = 1, max = 6) int ready, @ForAll @IntRange(max = 4) int notReady, @ForAll long seed) {
        int trials = 3000;
        int[] counts = new int[ready];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < ready + notReady; i++) {
            order.add(i);
        }
        java.util.Collections.shuffle(order, new Random(seed));
        var choice = select();
        Chan<Integer> closed = chan();
        closed.close();
        for (int i : order) {
            if (i >= ready) {
                choice.recv(i % 2 == 0 ? Go.<Integer>chan() : nilChan(), () -> {});
            } else if (i % 2 == 0) {
                choice.recv(closed, () -> counts[i]++);
            } else {
                Chan<Integer> room = chan(1);
                choice.send(room, 1, () -> {
                    counts[i]++;
                    room.recv();
                });
            }
        }
        for (int i = 0; i < trials; i++) {
            choice.run();
        }
        double p = 1.0 / ready;
        double sigma = Math.sqrt(trials * p * (1 - p));
        for (int count : counts) {
            assertEquals(trials * p, count, 10 * sigma);
        }
    }
}
