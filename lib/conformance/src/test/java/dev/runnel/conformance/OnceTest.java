package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sync.Once;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import java.util.Arrays;
import java.util.function.Supplier;

/** Go's tests of {@code sync.Once}, {@code OnceFunc}, {@code OnceValue} and {@code OnceValues}. */
class OnceTest {

    private int calls;

    @GoTest(
            value = "sync/once_test.go, TestOnce",
            covers = {"O1"})
    void once_amongTen() {
        Once once = new Once();
        Chan<Integer> seen = chan();
        for (int i = 0; i < 10; i++) {
            go(() -> {
                once.run(() -> {
                    gosched();
                    calls++;
                });
                seen.send(calls);
            });
        }
        for (int i = 0; i < 10; i++) {
            assertEquals(1, seen.recv().get());
        }
    }

    @GoTest(
            value = "sync/once_test.go, TestOncePanic",
            covers = {"O1"},
            everySchedule = true)
    void failure_countsAsDone() {
        Once once = new Once();
        assertThrows(
                IllegalStateException.class,
                () -> once.run(() -> {
                    throw new IllegalStateException("failed");
                }));
        once.run(() -> calls++);
        assertEquals(0, calls);
    }

    @GoTest(
            value = "sync/oncefunc_test.go, TestOnceFunc, TestOnceValue, TestOnceValues",
            covers = {"O2"},
            everySchedule = true)
    void functions_askOnce() {
        Runnable func = Once.func(() -> calls++);
        assertEquals(0, calls);
        Supplier<Integer> value = Once.value(() -> ++calls);
        Supplier<Tuple2<Integer, Integer>> values = Once.value(() -> Tuple.of(++calls, ++calls));
        for (int i = 0; i < 3; i++) {
            func.run();
            assertEquals(2, value.get());
            assertEquals(Tuple.of(3, 4), values.get());
        }
        assertEquals(4, calls);
    }

    @GoTest(
            value = "sync/oncefunc_test.go, TestOnceFuncPanic, TestOnceValuePanic, TestOnceFuncPanicTraceback",
            covers = {"O2"},
            everySchedule = true)
    void functionsThatFail_throwTheSameEachTime_fromWhereItFailed() {
        Runnable func = Once.func(this::fails);
        Supplier<Integer> value = Once.value(() -> {
            fails();
            return 1;
        });
        IllegalStateException first = assertThrows(IllegalStateException.class, func::run);
        assertTrue(Arrays.stream(first.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("fails")));
        assertSame(first, assertThrows(IllegalStateException.class, func::run));
        IllegalStateException other = assertThrows(IllegalStateException.class, value::get);
        assertSame(other, assertThrows(IllegalStateException.class, value::get));
        assertEquals(2, calls);
    }

    private void fails() {
        calls++;
        throw new IllegalStateException("failed");
    }

    @GoTest(
            value = "sync/oncefunc_test.go, TestOnceFuncGoexit",
            covers = {"O2"},
            everySchedule = true)
    void functionThatEndsItsGoroutine_isNotRunAgain() {
        Runnable func = Once.func(() -> {
            calls++;
            Go.goexit();
        });
        for (int i = 0; i < 2; i++) {
            GoHandle caller = go(() -> {
                try {
                    func.run();
                } catch (IllegalStateException e) {
                    assertEquals(1, calls);
                }
            });
            caller.join();
        }
        assertEquals(1, calls);
    }

    @GoTest(
            value = "sync/once.go, its description",
            covers = {"O1"},
            schedules = 1,
            everySchedule = true)
    void onceInItself_waitsForEver() {
        Once once = new Once();
        Waiting.blocks("sync.Mutex.Lock", () -> once.run(() -> once.run(() -> {})));
    }
}
