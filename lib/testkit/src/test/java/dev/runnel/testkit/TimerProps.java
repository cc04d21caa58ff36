package dev.runnel.testkit;

import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.RecvChan;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever is done to it, and whenever, a timer does what a simple model of one does: T2 to T7, P64, P65. */
class TimerProps {

    enum Kind {
        RESET,
        STOP,
        PASS,
        LOOK,
        WAIT
    }

    /** A step; its number is a time in milliseconds. */
    record Step(Kind kind, int millis) {}

    private static Duration ms(long n) {
        return Duration.ofMillis(n);
    }

    // ---------------------------------------------------------------- the model

    /**
     * A timer as the statements say it is: it acts when its time has come, not when somebody looks. In milliseconds.
     */
    private static final class Model {
        private final boolean ticks;
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private final Map<Integer, Long> got = new TreeMap<>();
        private final List<Long> fired = new ArrayList<>();
        private boolean armed;
        private long due;
        private long period;
        private long now;
        private @Nullable Long slot;

        Model(boolean ticks) {
            this.ticks = ticks;
        }

        boolean stop() {
            boolean pending = armed || slot != null;
            armed = false;
            slot = null;
            return pending;
        }

        boolean reset(long delay) {
            boolean pending = stop();
            armed = true;
            due = now + delay;
            period = ticks ? delay : 0;
            pass(0);
            return pending;
        }

        void pass(long millis) {
            now += millis;
            while (armed && due <= now) {
                fire(due);
                armed = ticks;
                due += period;
            }
        }

        private void fire(long value) {
            fired.add(value);
            if (!waiting.isEmpty()) {
                got.put(waiting.remove(), value);
            } else if (slot == null) {
                slot = value;
            }
        }

        @Nullable Long look() {
            Long value = slot;
            slot = null;
            return value;
        }

        void await(int who) {
            Long value = look();
            if (value == null) {
                waiting.add(who);
            } else {
                got.put(who, value);
            }
        }
    }

    // ---------------------------------------------------------------- channels

    @Property(tries = 300)
    void timer_doesWhatItsModelDoes(@ForAll("steps") List<Step> steps, @ForAll Schedule schedule) {
        schedule.run(() -> {
            Timer timer = new Timer(ms(5));
            compare(steps, timer.c(), new Model(false), new Setter() {
                @Override
                public boolean reset(long millis, boolean expected) {
                    return timer.reset(ms(millis));
                }

                @Override
                public boolean stop(boolean expected) {
                    return timer.stop();
                }
            });
        });
    }

    @Property(tries = 300)
    void ticker_doesWhatItsModelDoes(@ForAll("steps") List<Step> steps, @ForAll Schedule schedule) {
        schedule.run(() -> {
            Ticker ticker = new Ticker(ms(5));
            compare(steps, ticker.c(), new Model(true), new Setter() {
                @Override
                public boolean reset(long millis, boolean expected) {
                    ticker.reset(ms(millis));
                    return expected;
                }

                @Override
                public boolean stop(boolean expected) {
                    ticker.stop();
                    return expected;
                }
            });
        });
    }

    /** Gives what the timer answers, or what is expected, if it does not answer. */
    private interface Setter {
        boolean reset(long millis, boolean expected);

        boolean stop(boolean expected);
    }

    private static void compare(List<Step> steps, RecvChan<Instant> c, Model model, Setter real) {
        Instant begin = now();
        Map<Integer, Long> got = new TreeMap<>();
        model.reset(5);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int millis = step.millis();
            switch (step.kind()) {
                case RESET -> {
                    int delay = model.ticks ? Math.max(1, millis) : millis;
                    boolean pending = model.reset(delay);
                    assertEquals(pending, real.reset(delay, pending));
                }
                case STOP -> {
                    boolean pending = model.stop();
                    assertEquals(pending, real.stop(pending));
                }
                case PASS -> {
                    model.pass(millis);
                    sleep(ms(millis));
                }
                case LOOK -> {
                    Instant value = c.tryRecv().toOption().getOrNull();
                    assertEquals(model.look(), value == null ? null : since(begin, value));
                }
                case WAIT -> {
                    int who = i;
                    go(() -> got.put(who, since(begin, c.recv().get())));
                    model.await(who);
                }
            }
            Bubble.await();
            assertEquals(model.got, got);
            assertEquals(0, c.len());
        }
    }

    private static Long since(Instant begin, Instant value) {
        return Duration.between(begin, value).toMillis();
    }

    // ---------------------------------------------------------------- functions

    @Property(tries = 300)
    void afterFunc_runsWhenItsModelSays(@ForAll("steps") List<Step> steps, @ForAll Schedule schedule) {
        schedule.run(() -> {
            Instant begin = now();
            List<Long> ran = new ArrayList<>();
            Timer timer = Timer.afterFunc(ms(5), () -> ran.add(since(begin, now())));
            Model model = new Model(false);
            model.reset(5);
            for (Step step : steps) {
                model.look(); // what has run can no longer be stopped
                switch (step.kind()) {
                    case RESET -> assertEquals(model.reset(step.millis()), timer.reset(ms(step.millis())));
                    case STOP -> assertEquals(model.stop(), timer.stop());
                    default -> {
                        model.pass(step.millis());
                        sleep(ms(step.millis()));
                    }
                }
                Bubble.await();
                assertEquals(model.fired, ran);
            }
        });
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 12))
                .as(Step::new)
                .list()
                .ofMaxSize(40);
    }
}
