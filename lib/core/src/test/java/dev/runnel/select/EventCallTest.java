package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitReceivers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a select by its events: early, late, for nothing, and for one that does not use them. */
class EventCallTest {

    private static final Duration MOMENT = Duration.ofNanos(50_000);

    /**
     * A select that is called for nothing, again and again, still waits, and still ends because of its timeout or an
     * interrupt.
     */
    @ParameterizedTest
    @EnumSource
    void callsForNothing_changeNothing(Kind kind) {
        kind.run(crew -> {
            Restless restless = new Restless();
            assertTrue(
                    choose().on(restless, () -> false).after(MOMENT, () -> true).get());
            Member waits = crew.go(() -> assertThrows(
                    InterruptedException.class,
                    () -> select().on(restless, () -> {}).runInterruptibly()));
            waits.thread().interrupt();
            waits.join();
            Chan<Integer> c = chan();
            Member receives = crew.go(() -> assertEquals(
                    7, choose().on(restless, () -> 0).recv(c, v -> v.get()).get()));
            c.send(7);
            receives.join();
        });
    }

    /** An event that is never ready; at its first registration it calls for nothing. */
    private static final class Hasty implements Event<Integer> {
        final AtomicInteger registrations = new AtomicInteger();
        final AtomicInteger stops = new AtomicInteger();

        @Override
        public @Nullable Integer poll() {
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            if (registrations.incrementAndGet() == 1) {
                wake.run();
            }
            return () -> stops.incrementAndGet() > 0;
        }
    }

    /** After a call for nothing the select waits as before, with only one registration. */
    @ParameterizedTest
    @EnumSource
    void callForNothing_isForgotten_andSoIsItsRegistration(Kind kind) {
        kind.run(crew -> {
            Hasty hasty = new Hasty();
            Chan<Integer> c = chan();
            Member receives = crew.go(() -> assertEquals(
                    7, choose().on(hasty, i -> 0).recv(c, v -> v.get()).get()));
            Await.until(() -> hasty.registrations.get() > 1);
            awaitReceivers(c, 1);
            assertEquals(1, hasty.stops.get());
            c.send(7);
            receives.join();
            assertEquals(2, hasty.registrations.get());
            assertEquals(2, hasty.stops.get());
        });
    }

    /** Becomes ready just after the last look before the wait. */
    private static final class Late implements Event<Integer> {
        private @Nullable Runnable wake;
        private boolean ready;

        @Override
        public @Nullable Integer poll() {
            if (ready) {
                return 1;
            }
            if (wake != null) {
                ready = true;
                wake.run();
            }
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable call) {
            wake = call;
            return () -> false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void eventThatBecomesReadyAfterTheLastLook_isNotMissed(Kind kind) {
        kind.run(crew -> assertEquals(1, choose().on(new Late(), i -> i).get()));
    }

    /** Never ready, and always calls. */
    private static final class Restless implements Event<Object> {
        @Override
        public @Nullable Object poll() {
            dev.runnel.Go.gosched();
            return null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            wake.run();
            return () -> false;
        }
    }

    /** The event becomes ready between the first look and the registration, or while it is being registered. */
    @ParameterizedTest
    @EnumSource
    void eventThatBecomesReadyBeforeTheWait_isNotMissed(Kind kind) {
        kind.run(crew -> {
            for (boolean told : new boolean[] {true, false}) {
                boolean[] ready = {false};
                Event<String> late = new Event<>() {
                    @Override
                    public @Nullable String poll() {
                        return ready[0] ? "late" : null;
                    }

                    @Override
                    public Cancellation.Stop onReady(Runnable wake) {
                        ready[0] = true;
                        if (told) {
                            wake.run();
                        }
                        return () -> false;
                    }
                };
                assertEquals(
                        "late",
                        choose().recv(chan(), () -> "no")
                                .on(late, taken -> taken)
                                .get());
            }
        });
    }

    /** Each party wants a token or a value; there are as many of both together as there are parties. */
    @ParameterizedTest
    @EnumSource
    void callThatIsNotUsed_isPassedOn(Kind kind) {
        int parties = 6;
        kind.run(crew -> {
            for (int round = 0; round < 150; round++) {
                Tokens tokens = new Tokens(round % 3 == 0);
                Chan<Integer> c = chan(round % 2);
                AtomicInteger byToken = new AtomicInteger();
                AtomicInteger byValue = new AtomicInteger();
                List<Member> members = new ArrayList<>();
                for (int i = 0; i < parties; i++) {
                    members.add(crew.go(() -> select().on(tokens, byToken::incrementAndGet)
                            .recv(c, byValue::incrementAndGet)
                            .run()));
                }
                for (int i = 0; i < parties; i++) {
                    if ((round + i) % 2 == 0) {
                        tokens.put();
                    } else {
                        c.send(i);
                    }
                }
                members.forEach(Member::join);
                assertEquals(parties / 2, byToken.get());
                assertEquals(parties / 2, byValue.get());
                assertEquals(0, tokens.left() + tokens.wanting() + c.len());
            }
        });
    }
}
