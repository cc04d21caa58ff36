package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The tests of channels in Go's {@code runtime/chan_test.go}; those of select are in {@link RuntimeSelectTest}. */
class RuntimeChanTest {

    private static final Duration MOMENT = Duration.ofMillis(1);

    /** Go goes up to 200 in its long form. */
    private static final int CAPACITIES = 20;

    private static Chan<Integer> full(int capacity) {
        Chan<Integer> c = chan(capacity);
        for (int i = 0; i < capacity; i++) {
            c.send(i);
        }
        return c;
    }

    @GoTest(
            value = "runtime TestChan: receive from empty",
            covers = {"C17", "C37", "C38", "C39"})
    void receiveFromEmpty_blocks_andNonBlockingDoesNot() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            Chan<Integer> c = chan(capacity);
            AtomicBoolean received = new AtomicBoolean();
            GoHandle first = go(() -> {
                c.recv();
                received.set(true);
            });
            GoHandle second = go(() -> {
                c.recvOrNull();
                received.set(true);
            });
            Go.sleep(MOMENT);
            assertFalse(received.get());
            assertTrue(c.tryRecv().isEmpty());
            select().recv(c, v -> fail("received " + v)).otherwise(() -> {}).run();
            c.send(0);
            c.send(0);
            first.join();
            second.join();
        }
    }

    @GoTest(
            value = "runtime TestChan: send to full",
            covers = {"C10", "C13", "C37", "C38"})
    void sendToFull_blocks_andNonBlockingDoesNot() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            Chan<Integer> c = full(capacity);
            AtomicBoolean sent = new AtomicBoolean();
            GoHandle sender = go(() -> {
                c.send(-1);
                sent.set(true);
            });
            Go.sleep(MOMENT);
            assertFalse(sent.get());
            assertFalse(capacity > 0 && c.trySend(0));
            select().send(c, 0, () -> fail("sent")).otherwise(() -> {}).run();
            assertEquals(capacity, c.len());
            assertEquals(Option.some(capacity == 0 ? -1 : 0), c.recv());
            sender.join();
            assertEquals(capacity, c.len());
        }
    }

    @GoTest(
            value = "runtime TestChan: closed",
            covers = {"C16", "C23"})
    void closedChannel_drains_andThenGivesNothing() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            Chan<Integer> c = full(capacity);
            c.close();
            for (int i = 0; i < capacity; i++) {
                assertEquals(capacity - i, c.len());
                assertEquals(Option.some(i), c.recv());
            }
            assertEquals(Option.none(), c.recv());
            assertTrue(c.tryRecv().isClosed());
        }
    }

    @GoTest(
            value = "runtime TestChan: close unblocks receive",
            covers = {"C20", "C22", "C45"})
    void close_wakesReceivers() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            Chan<Integer> c = chan(capacity);
            Chan<Option<Integer>> results = chan();
            for (int i = 0; i < 3; i++) {
                go(() -> results.send(c.recv()));
            }
            Go.sleep(MOMENT);
            c.close();
            for (int i = 0; i < 3; i++) {
                assertEquals(Option.some(Option.none()), results.recv());
            }
        }
    }

    @GoTest(
            value = "runtime TestChan: FIFO",
            covers = {"C30", "C18", "C11"},
            schedules = 10)
    void hundredValues_comeInTheirOrder() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            Chan<Integer> c = chan(capacity);
            for (int form = 0; form < 2; form++) {
                go(() -> {
                    for (int i = 0; i < 100; i++) {
                        c.send(i);
                    }
                });
                for (int i = 0; i < 100; i++) {
                    assertEquals(i, form == 0 ? c.recvOrNull() : c.recv().get());
                }
            }
        }
    }

    /** Four senders of 0, 1, 2 …, four receivers: each value comes four times. */
    private static void sendByFour(int capacity, int values) {
        Chan<Integer> c = chan(capacity);
        Chan<int[]> counts = chan();
        for (int p = 0; p < 4; p++) {
            go(() -> {
                for (int i = 0; i < values; i++) {
                    c.send(i);
                }
            });
            go(() -> {
                int[] count = new int[values];
                for (int i = 0; i < values; i++) {
                    count[c.recv().get()]++;
                }
                counts.send(count);
            });
        }
        int[] sum = new int[values];
        for (int p = 0; p < 4; p++) {
            int[] count = counts.recv().get();
            for (int i = 0; i < values; i++) {
                sum[i] += count[i];
            }
        }
        for (int i = 0; i < values; i++) {
            assertEquals(4, sum[i]);
        }
        assertEquals(0, c.len());
    }

    // No schedules: so many values are for the real scheduler. The next test has them.
    @GoTest(
            value = "runtime TestChan: 4 senders, 4 receivers",
            covers = {"C5", "C28", "C29", "C31"},
            schedules = 0)
    void fourSendersAndFourReceivers_loseNothing() {
        for (int capacity = 0; capacity < CAPACITIES; capacity++) {
            sendByFour(capacity, 1000);
        }
    }

    @GoTest(
            value = "runtime TestChan: 4 senders, 4 receivers",
            covers = {"C5", "C28", "C29", "C31"},
            procs = {},
            schedules = 100)
    void fourSendersAndFourReceivers_loseNothing_underSchedules() {
        for (int capacity : new int[] {0, 1, 2, 5}) {
            sendByFour(capacity, 8);
        }
    }

    @GoTest(value = "runtime TestChan: len and cap", covers = "C3", schedules = 1)
    void lenAndCap_areThoseOfTheBuffer() {
        for (int capacity = 0; capacity < 200; capacity++) {
            Chan<Integer> c = chan(capacity);
            assertEquals(0, c.len());
            assertEquals(capacity, c.cap());
            c = full(capacity);
            assertEquals(capacity, c.len());
            assertEquals(capacity, c.cap());
        }
    }

    /**
     * A channel with a value: one takes it without waiting, while another closes the channel and takes. It is never
     * open and empty.
     */
    private static void nonBlockingReceiveAgainstClose() {
        Chan<Integer> c = chan(1);
        Chan<TryRecv<Integer>> result = chan(1);
        c.send(1);
        go(() -> result.send(c.tryRecv()));
        c.close();
        c.recv();
        assertFalse(result.recv().get().isEmpty(), "the channel was never open and empty");
    }

    // No schedules: so many rounds are for the real scheduler. The next test has them.
    @GoTest(
            value = "runtime TestNonblockRecvRace",
            covers = {"C39", "C40"},
            schedules = 0)
    void nonBlockingReceive_seesValueOrClose() {
        for (int i = 0; i < 10_000; i++) {
            nonBlockingReceiveAgainstClose();
        }
    }

    @GoTest(
            value = "runtime TestNonblockRecvRace",
            covers = {"C39", "C40"},
            procs = {},
            schedules = 500,
            everySchedule = true)
    void nonBlockingReceive_seesValueOrClose_underSchedules() {
        nonBlockingReceiveAgainstClose();
    }

    @GoTest(
            value = "runtime TestChanSendInterface",
            covers = {"C36", "S11"},
            everySchedule = true)
    void objectsWithoutContent_areSentInEveryForm() {
        record Empty() {}
        Empty m = new Empty();
        Chan<Object> c = chan(1);
        c.send(m);
        select().send(c, m, () -> fail("full")).otherwise(() -> {}).run();
        select().send(c, m, () -> fail("full"))
                .send(c, new Empty(), () -> fail("full"))
                .otherwise(() -> {})
                .run();
        assertTrue(c.recv().get() == m);
    }

    /** Workers range over one channel and pass everything on to another. */
    private static void consumeByMany(int values) {
        int workers = 23;
        int[] numbers = {2, 3, 7, 11, 13, 17, 19, 23, 27, 31};
        Chan<Integer> work = chan(3 * workers);
        Chan<Integer> results = chan(3 * workers);
        List<GoHandle> all = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int favourite = numbers[w % numbers.length];
            all.add(go(() -> {
                for (int value : work) {
                    if (value == favourite) {
                        gosched(); // so that the order gets lost
                    }
                    results.send(value);
                }
            }));
        }
        long[] expected = {0};
        go(() -> {
            for (int i = 0; i < values; i++) {
                int value = numbers[i % numbers.length];
                expected[0] += value;
                work.send(value);
            }
            work.close();
            all.forEach(GoHandle::join);
            results.close();
        });
        long sum = 0;
        int count = 0;
        for (int value : results) {
            sum += value;
            count++;
        }
        assertEquals(values, count);
        assertEquals(expected[0], sum);
    }

    // No schedules: so many values are for the real scheduler. The next test has them.
    @GoTest(
            value = "runtime TestMultiConsumer",
            covers = {"C35", "C30"},
            schedules = 0)
    void manyConsumersOfOneChannel_shareAllValues() {
        consumeByMany(60_000); // Go: 271,828
    }

    @GoTest(
            value = "runtime TestMultiConsumer",
            covers = {"C35", "C30"},
            procs = {},
            schedules = 20)
    void manyConsumersOfOneChannel_shareAllValues_underSchedules() {
        consumeByMany(200);
    }
}
