package dev.runnel.testkit.junit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.testkit.Launched;
import dev.runnel.testkit.LeakException;
import dev.runnel.time.Timer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

class NothingLeftTest {

    private static final List<Timer> SET = new ArrayList<>();

    /** The context of a class that is in no other. */
    private static final ExtensionContext CLASS = (ExtensionContext) Proxy.newProxyInstance(
            NothingLeftTest.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class},
            (context, method, arguments) -> Optional.empty());

    @Test
    void whatAClassLeaves_failsTheClass() {
        Launched leaving = Launched.method(Leaving.class, "setsATimer");
        SET.forEach(Timer::stop);
        Leaving.stuck.close();
        assertEquals(List.of("setsATimer()"), leaving.passed());
        LeakException leak = assertInstanceOf(LeakException.class, leaving.failure());
        assertTrue(leak.getMessage().startsWith("1 goroutine and 1 timer are left:"), leak.getMessage());
        assertTrue(leak.dump().contains("\"left\" ["), leak.dump());
        assertTrue(leak.dump().contains("timer: afterFunc of " + NothingLeftTest.class.getName()), leak.dump());
    }

    @Test
    void whatAClassEnds_isNoneAlsoIfANestedOneBegan() {
        Launched tidy = Launched.method(Tidy.Inner.class, "setsATimer");
        assertEquals(List.of("setsATimer()"), tidy.passed());
        assertEquals(List.of(), tidy.failures());
    }

    /** What the next one leaves is told as well. */
    @Test
    void whatAClassLeaves_isToldOnce() {
        NothingLeft nothing = new NothingLeft(Duration.ZERO);
        try {
            setATimer();
            assertThrows(LeakException.class, () -> nothing.afterAll(CLASS));
            assertDoesNotThrow(() -> nothing.afterAll(CLASS));
            setATimer();
            LeakException leak = assertThrows(LeakException.class, () -> nothing.afterAll(CLASS));
            assertTrue(leak.getMessage().startsWith("1 timer is left:"), leak.getMessage());
        } finally {
            SET.forEach(Timer::stop);
        }
    }

    @Test
    void whatEndsSoon_isGivenTheTime_unlessSaid() {
        NothingLeft nothing = new NothingLeft();
        go(() -> sleep(Duration.ofMillis(20)));
        assertDoesNotThrow(() -> nothing.afterAll(CLASS));
    }

    @Test
    void noPatience_isNamed() {
        assertEquals(
                "patience",
                assertThrows(NullPointerException.class, () -> new NothingLeft(null))
                        .getMessage());
    }

    private static void setATimer() {
        SET.add(Timer.afterFunc(Duration.ofHours(1), () -> {}));
    }

    /** Run only by the test above. */
    static class Leaving {

        @RegisterExtension
        static final NothingLeft NOTHING = new NothingLeft(Duration.ZERO);

        static final Chan<Integer> stuck = chan();

        @Test
        void setsATimer() {
            Chan<Boolean> begun = chan();
            go("left", () -> {
                begun.send(true);
                stuck.recv();
            });
            begun.recv();
            setATimer();
        }
    }

    /** Run only by the test above. */
    static class Tidy {

        @RegisterExtension
        static final NothingLeft NOTHING = new NothingLeft(Duration.ZERO);

        @AfterAll
        static void end() {
            SET.forEach(Timer::stop);
        }

        @Nested
        class Inner {

            @Test
            void setsATimer() {
                setATimer();
            }
        }
    }
}
