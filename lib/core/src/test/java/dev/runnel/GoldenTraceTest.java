package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import dev.runnel.runtime.channel.Queues;
import dev.runnel.scheduler.Body;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;

/** What Go prints on one P: the traces of the specification's appendix A. */
class GoldenTraceTest {

    private static final int TIMES = 5;

    private final List<Integer> trace = new ArrayList<>();
    private final Chan<Integer> done = chan(16);

    /** A goroutine that reports its end. */
    private void start(Body body) {
        go(() -> {
            body.run();
            done.send(0);
        });
    }

    private void awaitAll(int n) {
        for (int i = 0; i < n; i++) {
            done.recv();
        }
    }

    /** P9. */
    @RepeatedTest(TIMES)
    void spawns_lastFirstThenInOrder() {
        Runtimes.run(Runtimes.oneP(), () -> {
            for (int i = 0; i < 10; i++) {
                int me = i;
                start(() -> trace.add(me));
            }
            awaitAll(10);
        });
        assertEquals(List.of(9, 0, 1, 2, 3, 4, 5, 6, 7, 8), trace);
    }

    /** C25. */
    @RepeatedTest(TIMES)
    void close_parkedReceivers_firstThenReversed() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 6; i++) {
                int me = i;
                start(() -> {
                    assertTrue(c.recv().isEmpty());
                    trace.add(me);
                });
                Queues.awaitReceivers(c, i + 1);
            }
            c.close();
            awaitAll(6);
        });
        assertEquals(List.of(0, 5, 4, 3, 2, 1), trace);
    }

    /** C25. */
    @RepeatedTest(TIMES)
    void close_parkedSenders_firstThenReversed() {
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 6; i++) {
                int me = i;
                start(() -> {
                    assertThrows(SendOnClosed.class, () -> c.send(me));
                    trace.add(me);
                });
                Queues.awaitSenders(c, i + 1);
            }
            c.close();
            awaitAll(6);
        });
        assertEquals(List.of(0, 5, 4, 3, 2, 1), trace);
    }

    /** C12, C31, C32. */
    @RepeatedTest(TIMES)
    void sends_parkedReceivers_matchedInOrderRunLastFirst() {
        List<String> pairs = new ArrayList<>();
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 6; i++) {
                int me = i;
                start(() -> {
                    pairs.add(me + "=" + c.recv().get());
                    trace.add(me);
                });
                Queues.awaitReceivers(c, i + 1);
            }
            for (int i = 0; i < 6; i++) {
                c.send(i);
                assertEquals(List.of(), trace, "the sender runs on");
            }
            awaitAll(6);
        });
        assertEquals(List.of(5, 0, 1, 2, 3, 4), trace);
        assertEquals(List.of("5=5", "0=0", "1=1", "2=2", "3=3", "4=4"), pairs);
    }

    /** C3, C18, C30. */
    @RepeatedTest(TIMES)
    void receives_parkedSendersAtBuffer_promotedInOrder() {
        List<Integer> lengths = new ArrayList<>();
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan(2);
            for (int i = 0; i < 6; i++) {
                int me = i;
                start(() -> c.send(me));
                int parked = Math.max(0, i - 1);
                int stored = Math.min(2, i + 1);
                Await.until(() -> c.len() == stored && Queues.senders(c) == parked);
            }
            for (int i = 0; i < 6; i++) {
                trace.add(c.recv().get());
                lengths.add(c.len());
            }
            awaitAll(6);
        });
        assertEquals(List.of(0, 1, 2, 3, 4, 5), trace);
        assertEquals(List.of(2, 2, 2, 2, 1, 0), lengths);
    }

    /** C23, C24. */
    @RepeatedTest(TIMES)
    void close_bufferAndParkedSenders_bufferSurvivesSendersFail() {
        List<Integer> failed = new ArrayList<>();
        Runtimes.run(Runtimes.oneP(), () -> {
            Chan<Integer> c = chan(2);
            for (int i = 0; i < 4; i++) {
                int me = i;
                start(() -> {
                    try {
                        c.send(me);
                    } catch (SendOnClosed e) {
                        failed.add(me);
                    }
                });
                int parked = Math.max(0, i - 1);
                int stored = Math.min(2, i + 1);
                Await.until(() -> c.len() == stored && Queues.senders(c) == parked);
            }
            c.close();
            for (int value : c) {
                trace.add(value);
            }
            assertTrue(c.recv().isEmpty());
            assertEquals(0, c.len());
            assertEquals(2, c.cap());
            awaitAll(4);
        });
        assertEquals(List.of(2, 3), failed);
        assertEquals(List.of(0, 1), trace);
    }
}
