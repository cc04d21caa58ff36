package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.scheduler.DeadlockException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Programs about channels and select in Go's {@code test/fixedbugs}. */
class FixedBugsTest {

    // ---------------------------------------------------------------- forms of receive

    @GoTest(
            value = "test/fixedbugs/bug225.go",
            covers = {"C36", "C37", "S3"},
            everySchedule = true)
    void receiveWhoseValueIsNotUsed_takesAValueAllTheSame() {
        Chan<Boolean> c = chan(1);
        select().recv(c, () -> fail("empty")).otherwise(() -> {}).run();
        c.send(true);
        select().recv(c, () -> {}).otherwise(() -> fail("not empty")).run();
        assertEquals(0, c.len());
    }

    @GoTest(value = "test/fixedbugs/bug234.go", covers = "C16", everySchedule = true)
    void receive_tellsValueFromClose() {
        Chan<Integer> c = chan(1);
        c.send(100);
        assertEquals(Option.some(100), c.recv());
        c.close();
        assertEquals(Option.none(), c.recv());
    }

    @GoTest(value = "test/fixedbugs/bug312.go", covers = "S2", everySchedule = true)
    void receiveInSelect_mayWidenTheType() {
        Chan<Integer> c = chan(1);
        AtomicReference<Object> got = new AtomicReference<>();
        c.send(1);
        select().recv(c, v -> got.set(v.get())).run();
        assertEquals(1, got.get());
    }

    @GoTest(value = "test/fixedbugs/bug320.go", covers = "S2")
    void valueOfEachReceive_isItsOwn() {
        Chan<Integer> c = chan(1);
        Chan<Integer> dummy = chan();
        List<GoHandle> readers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int sent = 0x12345678 + i * 0x1020304;
            c.send(sent);
            select().recv(c, v -> {
                        readers.add(go(() -> assertEquals(sent, v.get())));
                        assertEquals(sent, v.get());
                    })
                    .send(dummy, 1, () -> fail("nobody receives"))
                    .run();
        }
        readers.forEach(GoHandle::join);
        assertEquals(10, readers.size());
    }

    @GoTest(
            value = "test/fixedbugs/issue8347.go",
            covers = {"S2", "S13"},
            everySchedule = true)
    void defaultThatIsTaken_leavesTheResultOfTheReceiveAlone() {
        Chan<Boolean> c = chan(1);
        boolean[] open = {true};
        for (int i = 0; i < 12; i++) {
            select().recv(c, v -> open[0] = v.isDefined()).otherwise(() -> {}).run();
            assertTrue(open[0] || i > 10);
            if (i == 10) {
                c.close();
            }
        }
        assertTrue(!open[0]);
    }

    @GoTest(
            value = "test/fixedbugs/issue16870.go",
            covers = {"C16", "S2", "S18"},
            everySchedule = true)
    void everyFormOfReceive_saysThatItIsAValue() {
        Chan<Integer> c = chan(1);
        Chan<Integer> other = chan();
        for (int form = 0; form < 5; form++) {
            c.send(42);
            Option<Integer> got = switch (form) {
                case 0 -> c.recv();
                case 1 -> choose().recv(c, v -> v).get();
                case 2 -> choose().recv(c, v -> v).otherwise(Option::none).get();
                case 3 -> choose().recv(c, v -> v).recv(other, v -> v).get();
                default -> c.tryRecv().toOption();
            };
            assertEquals(Option.some(42), got, "form " + form);
        }
        c.close();
        assertEquals(Option.none(), c.recv());
    }

    // ---------------------------------------------------------------- operands

    @GoTest(
            value = "test/fixedbugs/issue4313.go",
            covers = {"S1", "C7"},
            everySchedule = true)
    void valueToSend_isAskedForBeforeLaterOperands() {
        Chan<Integer> c = chan(1);
        int[] x = {0};
        select().sendFrom(c, () -> x[0], () -> {})
                .sendFrom(chan(), () -> x[0] = 42, () -> fail("nobody receives"))
                .run();
        assertEquals(Option.some(0), c.recv());
        assertEquals(42, x[0]);
    }

    @GoTest(value = "test/fixedbugs/issue8336.go", covers = "S1", everySchedule = true)
    void operandThatFails_keepsLaterOnesFromBeingAskedFor() {
        Chan<Integer> ready = chan(2);
        ready.send(1);
        NullPointerException failure = new NullPointerException("x");
        NullPointerException thrown = assertThrows(
                NullPointerException.class,
                () -> select().recv(ready, v -> fail("not reached"))
                        .sendFrom(
                                ready,
                                () -> {
                                    throw failure;
                                },
                                () -> fail("not reached"))
                        .sendFrom(chan(), () -> fail("must not be asked for"), () -> fail("not reached"))
                        .run());
        assertSame(failure, thrown);
        assertEquals(1, ready.len());
    }

    @GoTest(
            value = "test/fixedbugs/issue43111.go",
            covers = {"S1", "S5", "S7"},
            everySchedule = true)
    void operandThatClosesAnEarlierChannel_makesItReady() {
        List<AtomicReference<Chan<Integer>>> variables =
                List.of(new AtomicReference<>(chan()), new AtomicReference<>(chan()), new AtomicReference<>(chan()));
        for (AtomicReference<Chan<Integer>> ch : variables) {
            Chan<Integer> was = ch.get();
            List<Option<Integer>> got = new ArrayList<>();
            select().recv(ch.get(), got::add)
                    .sendFrom(
                            nilChan(),
                            () -> {
                                was.close();
                                ch.set(nilChan());
                                return 0;
                            },
                            () -> fail("nil"))
                    .run();
            assertEquals(List.of(Option.none()), got);
        }
        int[] x = {42};
        Chan<Integer> c = chan(1);
        select().sendFrom(c, () -> x[0], () -> {})
                .sendFrom(nilChan(), () -> x[0] = 0, () -> fail("nil"))
                .run();
        assertEquals(Option.some(42), c.recv());
    }

    // ---------------------------------------------------------------- values and views

    @GoTest(
            value = "test/fixedbugs/issue22683.go",
            covers = {"C23", "C35"},
            everySchedule = true)
    void valuesWithReferences_surviveBufferAndClose() {
        record Foo(List<int[]> bar) {}
        Chan<Foo> c = chan(2);
        int[] a = {7};
        c.send(new Foo(List.of(a)));
        c.close();
        int count = 0;
        for (Foo foo : c) {
            assertSame(a, foo.bar().get(0));
            count++;
        }
        assertEquals(1, count);
    }

    @GoTest(
            value = "test/fixedbugs/issue67190.go",
            covers = {"C1", "C6"},
            everySchedule = true)
    void views_areEqualToTheirChannel() {
        Chan<Integer> c = chan();
        RecvChan<Integer> receive = c;
        SendChan<Integer> send = c;
        assertEquals(c, receive);
        assertEquals(receive, send);
        assertEquals(c.hashCode(), receive.hashCode());
        assertTrue(!c.equals(chan()));
        assertSame(nilChan(), nilChan());
    }

    // ---------------------------------------------------------------- runtime

    private static void exitAfterCaughtException(SendChan<Boolean> done, boolean collect) {
        try {
            if (collect) {
                System.gc();
            }
            throw new IllegalStateException("p");
        } catch (IllegalStateException caught) {
            assertEquals("p", caught.getMessage());
        } finally {
            done.send(true);
            Go.goexit();
        }
    }

    // Few schedules: it collects garbage.
    @GoTest(value = "test/fixedbugs/issue8158.go", covers = "P45", schedules = 5)
    void goexitAfterCaughtException_endsTheGoroutineOnly() {
        Chan<Boolean> done = chan(1);
        AtomicInteger after = new AtomicInteger();
        for (boolean collect : new boolean[] {false, true}) {
            GoHandle g = go(() -> {
                exitAfterCaughtException(done, collect);
                after.incrementAndGet();
            });
            assertEquals(Option.some(true), done.recv());
            g.join();
        }
        assertEquals(0, after.get());
    }

    /** {@code test/fixedbugs/issue21576.go}, P76: on a thread of its own, as the program that it is. */
    @Test
    void deadlock_isFoundAlthoughAHookWaitsForTheEndOfTheJvm() {
        Thread hook = new Thread(() -> {});
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            DeadlockException e = assertThrows(DeadlockException.class, () -> Go.run(() -> chan().send(1)));
            assertTrue(e.getMessage().contains("all goroutines are asleep - deadlock!"), e.getMessage());
        } finally {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    // No schedules: there the number of Ps is always one.
    @GoTest(value = "test/fixedbugs/bug370.go", covers = "P69", schedules = 0)
    void collectionBetweenMoreAndFewerPs_doesNoHarm() {
        int before = Go.gomaxprocs(2);
        System.gc();
        assertEquals(2, Go.gomaxprocs(1));
        go(System::gc).join();
        assertEquals(1, Go.gomaxprocs(before));
    }
}
