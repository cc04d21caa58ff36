package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.channel.TryRecv;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Generic helpers over channels of any type: {@code test/typeparam/chans.go}. Where Go's have a context, these have the
 * channel that its end would close.
 */
class ChannelHelpersTest {

    private final Chan<Void> never = chan();

    private static <T> List<T> readAll(RecvChan<Void> done, RecvChan<T> c) {
        AtomicReference<List<T>> all = new AtomicReference<>(List.empty());
        boolean[] ended = {false};
        while (!ended[0]) {
            select().recv(done, () -> ended[0] = true)
                    .recv(c, v -> {
                        all.set(all.get().appendAll(v));
                        ended[0] = v.isEmpty();
                    })
                    .run();
        }
        return all.get();
    }

    private static <T> RecvChan<T> merge(RecvChan<Void> done, RecvChan<T> first, RecvChan<T> second) {
        Chan<T> merged = chan();
        go(() -> {
            try {
                @Nullable RecvChan<T> a = first;
                @Nullable RecvChan<T> b = second;
                while (a != null || b != null) {
                    // 0: go on; 1, 2: that one is closed; 3: done
                    int what = choose().recv(done, () -> 3)
                            .recv(a, v -> v.peek(merged::send).isDefined() ? 0 : 1)
                            .recv(b, v -> v.peek(merged::send).isDefined() ? 0 : 2)
                            .get();
                    a = what == 1 ? null : a;
                    b = what == 2 ? null : b;
                    if (what == 3) {
                        return;
                    }
                }
            } finally {
                merged.close();
            }
        });
        return merged;
    }

    private static <T> RecvChan<T> filter(RecvChan<Void> done, RecvChan<T> c, Predicate<T> wanted) {
        Chan<T> filtered = chan();
        go(() -> {
            boolean open = true;
            while (open) {
                open = choose().recv(done, () -> false)
                        .recv(c, v -> {
                            v.filter(wanted).forEach(filtered::send);
                            return v.isDefined();
                        })
                        .get();
            }
            filtered.close();
        });
        return filtered;
    }

    private static <T> SendChan<T> sink(RecvChan<Void> done) {
        Chan<T> c = chan();
        go(() -> {
            while (choose().recv(done, () -> false).recv(c, Option::isDefined).get()) {}
        });
        return c;
    }

    private static <T> RecvChan<T> of(List<T> values) {
        Chan<T> c = chan();
        go(() -> {
            values.forEach(c::send);
            c.close();
        });
        return c;
    }

    @GoTest(
            value = "test/typeparam/chans.go, ReadAll",
            covers = {"S7", "C16"})
    void readAll_givesWhatWasSent() {
        assertEquals(List.of(4, 2, 5), readAll(never, of(List.of(4, 2, 5))));
    }

    @GoTest(
            value = "test/typeparam/chans.go, Merge",
            covers = {"S5", "S7"})
    void merge_givesBoth() {
        RecvChan<Integer> merged = merge(never, of(List.of(1, 3, 5)), of(List.of(2, 4, 6)));
        assertEquals(List.of(1, 2, 3, 4, 5, 6), readAll(never, merged).sorted());
    }

    @GoTest(value = "test/typeparam/chans.go, Merge", covers = "S7", everySchedule = true)
    void merge_endsWhenDone() {
        Chan<Void> done = chan();
        RecvChan<Integer> merged = merge(done, chan(), chan());
        done.close();
        assertEquals(Option.none(), merged.recv());
    }

    @GoTest(value = "test/typeparam/chans.go, Filter", covers = "S7")
    void filter_givesWhatIsWanted() {
        assertEquals(List.of(2), readAll(never, filter(never, of(List.of(1, 2, 3)), i -> i % 2 == 0)));
    }

    @GoTest(
            value = "test/typeparam/chans.go, Sink",
            covers = {"S7", "C34"})
    void sink_takesEverything() {
        SendChan<Integer> c = sink(never);
        for (int i = 1; i <= 3; i++) {
            c.send(i);
        }
        c.close();
    }

    // ---------------------------------------------------------------- a channel of one as a lock

    private static final class Exclusive<T> {
        private final Chan<T> slot = chan(1);

        Exclusive(T initial) {
            slot.send(initial);
        }

        T acquire() {
            return slot.recv().get();
        }

        Option<T> tryAcquire() {
            return slot.tryRecv().toOption();
        }

        void release(T value) {
            assertTrue(slot.trySend(value), "release without acquire");
        }
    }

    @GoTest(
            value = "test/typeparam/chans.go, Exclusive",
            covers = {"C47", "C44"})
    void channelOfOne_isALock() {
        int[] value = {0};
        Exclusive<int[]> lock = new Exclusive<>(value);
        List<GoHandle> both = List.fill(
                2,
                () -> go(() -> {
                    for (int i = 0; i < 10; i++) {
                        int[] mine = lock.acquire();
                        mine[0]++;
                        lock.release(mine);
                    }
                }));
        both.forEach(GoHandle::join);
        assertEquals(20, value[0]);
    }

    @GoTest(
            value = "test/typeparam/chans.go, ExclusiveTry",
            covers = {"C37", "C40"},
            everySchedule = true)
    void tryAcquire_failsWhileItIsHeld() {
        Exclusive<StringBuilder> lock = new Exclusive<>(new StringBuilder());
        StringBuilder held = lock.tryAcquire().get();
        held.append("a");
        go(() -> assertEquals(Option.none(), lock.tryAcquire())).join();
        lock.release(held);
        assertEquals("a", lock.tryAcquire().get().toString());
    }

    // ---------------------------------------------------------------- a sender that knows that its receiver is gone

    private static final Cleaner CLEANER = Cleaner.create();

    private record Sender<T>(SendChan<T> values, RecvChan<Void> done) {
        boolean send(T value) {
            return choose().send(values, value, () -> true)
                    .recv(done, () -> false)
                    .get();
        }
    }

    private static final class Receiver<T> {
        private final RecvChan<T> values;

        Receiver(RecvChan<T> values, Chan<Void> done) {
            this.values = values;
            CLEANER.register(this, done::close);
        }

        Option<T> next() {
            return values.recv();
        }
    }

    /** A sender whose receiver takes one value and is forgotten. */
    private static Sender<Integer> toReceiverOfOne() {
        Chan<Integer> values = chan();
        Chan<Void> done = chan();
        Receiver<Integer> receiver = new Receiver<>(values, done);
        go(() -> assertEquals(Option.some(1), receiver.next()));
        return new Sender<>(values, done);
    }

    // No schedules: the receiver's end comes from a thread that is no goroutine.
    @GoTest(
            value = "test/typeparam/chans.go, Ranger",
            covers = {"S7", "C27", "C22"},
            schedules = 0)
    void sender_learnsThatItsReceiverWasCollected() {
        Sender<Integer> sender = toReceiverOfOne();
        Chan<Boolean> first = chan();
        Chan<Boolean> second = chan(1);
        go(() -> {
            first.send(sender.send(1));
            second.send(sender.send(2));
        });
        assertEquals(Option.some(true), first.recv());
        AtomicReference<TryRecv<Boolean>> result = new AtomicReference<>();
        Waiting.until(() -> {
            System.gc();
            result.set(second.tryRecv());
            return !result.get().isEmpty();
        });
        assertEquals(new TryRecv.Value<>(false), result.get());
    }
}
