package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import io.vavr.control.Option;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Channels and the garbage collector: what Go's tests of stack shrinking and of leaks assert. Schedules are few or
 * none, because a collection takes long and is no choice of the scheduler.
 */
class GarbageCollectionTest {

    /** So deep that the stack of the goroutine grows. */
    private static int deep(int depth) {
        return depth == 0 ? 0 : 1 + deep(depth - 1);
    }

    @GoTest(
            value = "runtime TestShrinkStackDuringBlockedSend",
            covers = {"C13", "C14"},
            schedules = 2)
    void blockedSend_survivesCollections() {
        int n = 10;
        Chan<Integer> c = chan();
        GoHandle sender = go(() -> {
            for (int i = 0; i < n; i++) {
                c.send(i);
                assertEquals(200, deep(200));
            }
        });
        for (int i = 0; i < n; i++) {
            assertEquals(Option.some(i), c.recv());
            Go.sleep(Duration.ofMillis(1)); // so that the sender can block
            System.gc();
        }
        sender.join();
    }

    @GoTest(value = "runtime TestNoShrinkStackWhileParking", covers = "C51", schedules = 0)
    void collectionWhileParking_doesNoHarm() {
        for (int round = 0; round < 10; round++) { // Go: 200
            Chan<Integer> c = chan();
            GoHandle receiver = go(() -> {
                for (int i = 0; i < 10; i++) {
                    Go.sleep(Duration.ofNanos(10_000)); // so that the sender can block
                    assertEquals(Option.some(i), c.recv());
                }
            });
            GoHandle sender = go(() -> {
                for (int i = 0; i < 10; i++) {
                    c.send(i);
                    deep(200);
                }
            });
            Go.sleep(Duration.ofNanos(50_000));
            System.gc();
            receiver.join();
            sender.join();
        }
    }

    /** An answer that nobody else has ever held: the goroutine that gave it has ended by the time it is looked at. */
    private record Answer(List<Integer> digits, RuntimeException reason) {}

    private static Answer ask(int question, boolean select) {
        Chan<Answer> answers = chan();
        Chan<Boolean> done = chan();
        go(() -> {
            Answer answer = new Answer(new ArrayList<>(List.of(question, -question)), new IllegalStateException("no"));
            if (select) {
                select().send(answers, answer, () -> {}).recv(done, () -> {}).run();
            } else {
                answers.send(answer);
            }
        });
        Answer got = answers.recv().get();
        Go.gosched();
        return got;
    }

    @GoTest(
            value = "runtime TestChanSendSelectBarrier, TestChanSendBarrier, test/fixedbugs/issue13169.go",
            covers = {"C11", "C44", "S14"},
            schedules = 2)
    void valuesThatOnlyTheChannelKnows_surviveCollections() {
        for (boolean select : new boolean[] {false, true}) {
            List<GoHandle> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int first = i;
                all.add(go(() -> {
                    for (int question = first; question < first + 100; question++) {
                        Answer got = ask(question, select);
                        assertEquals(List.of(question, -question), got.digits());
                        assertEquals("no", got.reason().getMessage());
                        assertEquals(20, deep(20));
                    }
                }));
            }
            System.gc();
            all.forEach(GoHandle::join);
        }
    }

    @GoTest(
            value = "runtime TestSelectStackAdjust",
            covers = {"S2", "S23"},
            schedules = 5)
    void losingClauses_writeNothing_alsoWithACollectionInBetween() {
        for (boolean twice : new boolean[] {false, true}) {
            Object mine = new Object();
            Object sent = new Object();
            Chan<Object> c = chan();
            Chan<Object> d = chan();
            Object[] fromC = {mine};
            Object[] fromD = {mine};
            GoHandle receiver = Waiting.start(() -> {
                deep(300);
                RecvChan<Object> c2 = twice ? c : null;
                RecvChan<Object> d2 = twice ? d : null;
                select().recv(c, v -> fromC[0] = v)
                        .recv(c2, v -> fromC[0] = v)
                        .recv(d, v -> fromD[0] = v.get())
                        .recv(d2, v -> fromD[0] = v.get())
                        .run();
            });
            Waiting.forReason(receiver, "select");
            System.gc();
            d.send(sent);
            receiver.join();
            assertSame(mine, fromC[0]);
            assertSame(sent, fromD[0]);
            assertTrue(c.tryRecv().isEmpty());
            assertTrue(!c.trySend(sent));
        }
    }

    private static WeakReference<byte[]> sendLarge(Chan<byte[]> c) {
        byte[] large = new byte[1 << 20];
        c.send(large);
        return new WeakReference<>(large);
    }

    @GoTest(
            value = "test/fixedbugs/issue15281.go",
            covers = {"C19", "C23"},
            schedules = 1)
    void valueThatWasReceived_isNotKeptByBufferOrRange() {
        Chan<byte[]> c = chan(10);
        WeakReference<byte[]> value = sendLarge(c);
        c.close();
        for (byte[] x : c) {
            assertEquals(1 << 20, x.length);
            x = null;
            assertTrue(Memory.isCollected(value));
        }
        for (int form = 0; form < 4; form++) {
            Chan<byte[]> d = chan(10);
            value = sendLarge(d);
            d.close();
            switch (form) {
                case 0 -> d.recv();
                case 1 -> d.recvOrNull();
                case 2 -> d.tryRecv();
                default -> select().recv(d, v -> {}).recv(chan(), () -> {}).run();
            }
            assertTrue(Memory.isCollected(value), "form " + form);
            assertTrue(d.recv().isEmpty());
        }
    }

    private static WeakReference<Chan<Integer>> selectThrice(int goroutines) {
        Chan<Integer> c = chan();
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < goroutines; i++) {
            all.add(Waiting.start(() -> select().recv(c, () -> {})
                    .recv(c, () -> {})
                    .recv(c, () -> {})
                    .run()));
        }
        all.forEach(g -> Waiting.forReason(g, "select"));
        c.close();
        all.forEach(GoHandle::join);
        return new WeakReference<>(c);
    }

    @GoTest(
            value = "test/fixedbugs/issue9110.go",
            covers = {"S19", "S23", "S25", "C52"},
            schedules = 1)
    void waitersOfRepeatedClauses_areNotKept() {
        List<WeakReference<Chan<Integer>>> channels = new ArrayList<>();
        Chan<Integer> wake = chan();
        for (int i = 0; i < 10; i++) {
            channels.add(selectThrice(10));
            GoHandle other = Waiting.start(wake::recv); // takes up what records there are
            Waiting.forReason(other, "chan receive");
        }
        for (WeakReference<Chan<Integer>> channel : channels) {
            assertTrue(Memory.isCollected(channel));
        }
        wake.close();
    }
}
