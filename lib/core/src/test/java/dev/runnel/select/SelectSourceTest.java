package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values to be sent that are asked for on entry: S1. */
class SelectSourceTest {

    /** S1; test/chan/select.go: at each entry, in the order of the clauses, whatever wins, for nil channels too. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_asksAtEachEntryInOrder(Kind kind) {
        kind.run(crew -> {
            List<String> asked = new ArrayList<>();
            Chan<String> a = chan(1);
            Chan<String> full = chan();
            Select kept = select().sendFrom(full, () -> ask(asked, "1"), () -> {})
                    .sendFrom(nilChan(), () -> ask(asked, "2"), () -> {})
                    .sendFrom(a, () -> ask(asked, "3"), () -> {})
                    .sendFrom(null, () -> ask(asked, "4"), () -> {})
                    .otherwise(() -> asked.add("default"));
            kept.run();
            assertEquals(List.of("1", "2", "3", "4"), asked);
            kept.run();
            assertEquals(List.of("1", "2", "3", "4", "1", "2", "3", "4", "default"), asked);
            assertEquals("3", a.recv().get());
            kept.run();
            assertEquals(13, asked.size());
            assertEquals("3", a.recv().get());
        });
    }

    /**
     * Go's idiom: if there is nothing to send, the channel is nil and there is no value. The value is asked for all the
     * same.
     */
    @ParameterizedTest
    @EnumSource
    void nullOnTheNilChannel_isNoSend(Kind kind) {
        kind.run(crew -> {
            String none = null;
            List<String> asked = new ArrayList<>();
            assertEquals(
                    "default",
                    choose().send(null, none, () -> "sent")
                            .send(nilChan(), none, () -> "sent")
                            .sendFrom(null, () -> ask(asked, none), () -> "sent")
                            .sendFrom(nilChan(), () -> ask(asked, none), () -> "sent")
                            .otherwise(() -> "default")
                            .get());
            assertEquals(Arrays.asList(none, none), asked);
            select().send(null, none, () -> asked.add("sent"))
                    .send(nilChan(), none, () -> asked.add("sent"))
                    .sendFrom(nilChan(), () -> none, () -> asked.add("sent"))
                    .otherwise(() -> asked.add("default"))
                    .run();
            assertEquals(Arrays.asList(none, none, "default"), asked);
        });
    }

    /** A clause that sends as long as there is something to send. */
    @ParameterizedTest
    @EnumSource
    void sendWhileThereIsSomething_endsWithTheLast(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> out = chan(1);
            Deque<Integer> queue = new ArrayDeque<>(List.of(1, 2));
            List<String> happened = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                select().send(queue.isEmpty() ? null : out, queue.peek(), () -> happened.add("sent " + queue.remove()))
                        .otherwise(() -> happened.add("nothing to send"))
                        .run();
                out.tryRecv();
            }
            assertEquals(List.of("sent 1", "sent 2", "nothing to send"), happened);
        });
    }

    /** On a real channel null is a mistake, and the clause is named; nothing was chosen, and nothing is added. */
    @ParameterizedTest
    @EnumSource
    void nullOnAChannel_namesTheClause(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> ready = chan(1);
            ready.send(1);
            Chan<Integer> out = chan(1);
            List<Integer> got = new ArrayList<>();
            Select kept = select().recv(ready, v -> got.add(v.get()));
            NullPointerException e = assertThrows(NullPointerException.class, () -> kept.send(out, null, () -> {}));
            assertEquals("a channel holds no null: clause 2, a send to " + out, e.getMessage());
            kept.run();
            assertEquals(List.of(1), got);
            ready.send(2);
            kept.sendFrom(nilChan(), () -> null, () -> {}).sendFrom(out, () -> null, () -> {});
            e = assertThrows(NullPointerException.class, kept::run);
            assertEquals("a channel holds no null: clause 3, a send to " + out, e.getMessage());
            assertEquals(1, ready.len());
            assertEquals(0, out.len());
            e = assertThrows(NullPointerException.class, () -> choose().send(out, null, () -> "sent"));
            assertEquals("a channel holds no null: clause 1, a send to " + out, e.getMessage());
        });
    }

    private static @Nullable String ask(List<String> asked, @Nullable String answer) {
        asked.add(answer);
        return answer;
    }

    /** A source that fails ends the select before anything has happened; the next run is as good as the first. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_sourceFails_nothingHappens(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> ready = chan(1);
            ready.send(1);
            Chan<Integer> out = chan(1);
            boolean[] fails = {true};
            Select kept = select().recv(ready, () -> {})
                    .sendFrom(
                            out,
                            () -> {
                                if (fails[0]) {
                                    throw new IOException("no value");
                                }
                                return 5;
                            },
                            () -> {});
            IOException e = assertThrows(IOException.class, kept::run);
            assertEquals("no value", e.getMessage());
            assertEquals(1, ready.len());
            assertEquals(0, out.len());
            fails[0] = false;
            kept.run();
            kept.run();
            assertEquals(0, ready.len());
            assertEquals(5, out.recv().get());
        });
    }

    /** C7: the value is evaluated before the wait, once. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_waiting_asksOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicInteger asked = new AtomicInteger();
            Member member = crew.go(() -> select().sendFrom(c, asked::incrementAndGet, () -> {})
                    .recv(Go.<Integer>chan(), () -> {})
                    .run());
            awaitSenders(c, 1);
            assertEquals(1, asked.get());
            assertEquals(1, c.recv().get());
            member.join();
            assertEquals(1, asked.get());
        });
    }

    /**
     * {@code time.After} counts from the entry: the time may be over when the values have been asked for, and the
     * clause can then proceed like others.
     */
    @ParameterizedTest
    @EnumSource
    void timeout_thatIsOverWhenAllAreAsked_canProceed(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> ready = chan(2);
            List<String> chosen = new ArrayList<>();
            Duration moment = Duration.ofNanos(50_000);
            Producer<Integer> slow = () -> {
                for (long end = System.nanoTime() + 2 * moment.toNanos(); System.nanoTime() - end < 0; ) {
                    Thread.onSpinWait();
                }
                return 1;
            };
            Select select = select().ordered()
                    .after(Duration.ofDays(1), () -> chosen.add("late"))
                    .after(moment, () -> chosen.add("over"))
                    .sendFrom(ready, slow, () -> chosen.add("sent"));
            select.run();
            select.run();
            select().sendFrom(ready, slow, () -> chosen.add("sent"))
                    .after(moment, () -> chosen.add("over"))
                    .ordered()
                    .run();
            select().sendFrom(chan(), slow, () -> chosen.add("sent"))
                    .after(moment, () -> chosen.add("over"))
                    .otherwise(() -> chosen.add("default"))
                    .run();
            select().sendFrom(nilChan(), slow, () -> chosen.add("sent"))
                    .after(Duration.ofMillis(1), () -> chosen.add("over"))
                    .run();
            assertEquals(List.of("over", "over", "sent", "over", "over"), chosen);
        });
    }
}
