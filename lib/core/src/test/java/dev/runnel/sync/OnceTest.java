package dev.runnel.sync;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Producer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Doing something once, among parties of all kinds; O1 and O2. */
class OnceTest {

    private int runs;

    @ParameterizedTest
    @EnumSource
    void run_ofMany_runsOnceAndAllSeeIt(Kind kind) {
        kind.run(crew -> {
            for (int round = 0; round < 100; round++) {
                Once once = new Once();
                runs = 0;
                List<Member> members = new ArrayList<>();
                for (int party = 0; party < 5; party++) {
                    members.add(crew.go(() -> {
                        once.run(() -> {
                            runs++;
                            Go.gosched();
                        });
                        assertEquals(1, runs);
                    }));
                }
                members.forEach(Member::join);
            }
        });
    }

    @Test
    void run_whileTheFirstCallIsUnderWay_waitsForItsEnd() {
        Once once = new Once();
        Chan<Integer> goOn = chan();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicBoolean seen = new AtomicBoolean();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            GoHandle first = runtime.go(
                    "first",
                    () -> once.run(() -> {
                        goOn.recv();
                        ended.set(true);
                    }));
            Await.until(() -> runtime.dump().contains(first + " [chan receive]"));
            GoHandle second = runtime.go("second", () -> {
                once.run(() -> {});
                seen.set(ended.get());
            });
            Await.until(() -> second.hasEnded() || runtime.dump().contains(second + " [sync.Mutex.Lock]"));
            goOn.send(1);
            second.join();
            assertTrue(seen.get());
        }
    }

    @Test
    void run_bodyFails_countsAsDone() {
        Once once = new Once();
        IOException failure = new IOException();
        Body failing = () -> {
            throw failure;
        };
        assertSame(failure, assertThrows(IOException.class, () -> once.run(failing)));
        once.run(failing);
        once.run(() -> runs++);
        assertEquals(0, runs);
    }

    @ParameterizedTest
    @EnumSource
    void value_ofMany_isAskedForOnce(Kind kind) {
        kind.run(crew -> {
            Supplier<Object> value = Once.value(() -> {
                runs++;
                return new Object();
            });
            List<Object> seen = new ArrayList<>();
            Mutex m = new Mutex();
            List<Member> members = new ArrayList<>();
            for (int party = 0; party < 5; party++) {
                members.add(crew.go(() -> {
                    Object mine = value.get();
                    m.locked(() -> seen.add(mine));
                }));
            }
            members.forEach(Member::join);
            assertEquals(1, runs);
            assertEquals(1, seen.stream().distinct().count());
        });
    }

    @Test
    void funcAndValue_thatFail_throwTheSameEachTime() {
        IOException failure = new IOException();
        Runnable func = Once.func(() -> {
            runs++;
            throw failure;
        });
        Supplier<Object> value = Once.value(() -> {
            runs++;
            throw failure;
        });
        for (int i = 0; i < 3; i++) {
            assertSame(failure, assertThrows(IOException.class, func::run));
            assertSame(failure, assertThrows(IOException.class, value::get));
        }
        assertEquals(2, runs);
        assertTrue(List.of(failure.getStackTrace()).stream()
                .anyMatch(frame -> frame.getMethodName().contains("funcAndValue_thatFail")));
    }

    @Test
    void value_mayBeNull() {
        Supplier<?> value = Once.value(() -> {
            runs++;
            return null;
        });
        assertNull(value.get());
        assertNull(value.get());
        assertEquals(1, runs);
    }

    @Test
    void func_whoseGoroutineEnds_isNotRunAgain() {
        Runtimes.run(2, () -> {
            Runnable func = Once.func(() -> {
                runs++;
                Go.goexit();
            });
            Go.go(func::run).join();
            assertThrows(IllegalStateException.class, func::run);
            assertThrows(IllegalStateException.class, func::run);
            assertEquals(1, runs);
        });
    }

    /** Each has its own, as what it suppresses is its own, and its stack says who asked in vain. */
    @Test
    void value_whoseGoroutineEnds_isMissedByEachCallerForItself() {
        Runtimes.run(2, () -> {
            Supplier<Integer> value = Once.value(() -> {
                Go.goexit();
                return 1;
            });
            Go.go(value::get).join();
            IllegalStateException first = assertThrows(IllegalStateException.class, value::get);
            assertNotSame(first, assertThrows(IllegalStateException.class, value::get));
            assertTrue(List.of(first.getStackTrace()).stream()
                    .anyMatch(frame -> frame.getMethodName().contains("isMissedByEachCaller")));
        });
    }

    @Test
    void bodyAndProducer_areLetGoOfAfterTheFirstCall() {
        Object[] held = {new Object(), new Object()};
        WeakReference<Object> first = new WeakReference<>(held[0]);
        WeakReference<Object> second = new WeakReference<>(held[1]);
        Runnable func = Once.func(using(held[0]));
        Supplier<Integer> value = Once.value(hashOf(held[1]));
        held = null;
        System.gc();
        assertNotNull(first.get());
        func.run();
        assertNotNull(value.get());
        assertTrue(Await.isCollected(first));
        assertTrue(Await.isCollected(second));
        func.run();
        assertNotNull(value.get());
    }

    private static Body using(Object object) {
        return object::hashCode;
    }

    private static Producer<Integer> hashOf(Object object) {
        return object::hashCode;
    }
}
