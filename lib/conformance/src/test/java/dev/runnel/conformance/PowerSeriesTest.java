package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Power series as goroutines that give a coefficient whenever one is demanded: {@code test/chan/powser1.go}, after
 * McIlroy's "Squinting at Power Series". All series are endless, and so are their goroutines.
 */
class PowerSeriesTest {

    private static final String GO = "test/chan/powser1.go";

    // ---------------------------------------------------------------- rationals

    private record Rational(long numerator, long denominator) {

        static final Rational ZERO = of(0);
        static final Rational ONE = of(1);

        Rational {
            long divisor = gcd(Math.abs(numerator), Math.abs(denominator));
            long sign = denominator < 0 ? -1 : 1;
            numerator = sign * numerator / divisor;
            denominator = sign * denominator / divisor;
        }

        static Rational of(long whole) {
            return new Rational(whole, 1);
        }

        private static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        Rational plus(Rational other) {
            long common = denominator / gcd(denominator, other.denominator) * other.denominator;
            return new Rational(
                    numerator * (common / denominator) + other.numerator * (common / other.denominator), common);
        }

        Rational times(Rational other) {
            Rational crossed = new Rational(numerator, other.denominator);
            Rational other2 = new Rational(other.numerator, denominator);
            return new Rational(crossed.numerator * other2.numerator, crossed.denominator * other2.denominator);
        }

        Rational negated() {
            return new Rational(-numerator, denominator);
        }
    }

    // ---------------------------------------------------------------- series

    /** Gives one coefficient for each demand. */
    private record Series(Chan<Boolean> demands, Chan<Rational> terms) {

        Series() {
            this(chan(), chan());
        }

        static Series by(Consumer<Series> producer) {
            Series series = new Series();
            go(() -> producer.accept(series));
            return series;
        }

        Rational next() {
            demands.send(true);
            return terms.recv().get();
        }

        void put(Rational term) {
            demands.recv();
            terms.send(term);
        }

        /** Gives all that is left of another series. */
        void putAll(Series from) {
            while (true) {
                demands.recv();
                terms.send(from.next());
            }
        }
    }

    /**
     * The next coefficient of both, demanded and received in whatever order they are ready; clauses that are done are
     * switched off.
     */
    private static List<Rational> nextOfBoth(Series u, Series v) {
        @Nullable Rational[] got = new Rational[2];
        boolean[] demanded = new boolean[2];
        for (int steps = 0; steps < 4; steps++) {
            select().send(demanded[0] ? null : u.demands, true, () -> demanded[0] = true)
                    .send(demanded[1] ? null : v.demands, true, () -> demanded[1] = true)
                    .recv(demanded[0] && got[0] == null ? u.terms : null, term -> got[0] = term.get())
                    .recv(demanded[1] && got[1] == null ? v.terms : null, term -> got[1] = term.get())
                    .run();
        }
        return List.of(got[0], got[1]);
    }

    /** One series twice; each copy may be ahead of the other. */
    private static List<Series> split(Series from) {
        List<Series> copies = List.of(new Series(), new Series());
        splitInto(from, copies);
        return copies;
    }

    /**
     * While a term is being fetched, both copies are served from what is there: a series that is defined by itself, as
     * the exponential is, needs one copy to make the next term of the other.
     */
    private static void splitInto(Series from, List<Series> copies) {
        go(() -> {
            List<Deque<Rational>> queues = List.of(new ArrayDeque<>(), new ArrayDeque<>());
            boolean[] wants = new boolean[2];
            boolean[] fetching = {false};
            while (true) {
                boolean lacks = false;
                for (int k = 0; k < 2; k++) {
                    lacks |= wants[k] && queues.get(k).isEmpty();
                }
                var step = select().send(lacks && !fetching[0] ? from.demands : null, true, () -> fetching[0] = true)
                        .recv(fetching[0] ? from.terms : null, term -> {
                            fetching[0] = false;
                            queues.forEach(queue -> queue.addLast(term.get()));
                        });
                for (int k = 0; k < 2; k++) {
                    int copy = k;
                    Deque<Rational> queue = queues.get(k);
                    boolean serve = wants[k] && !queue.isEmpty();
                    step.recv(wants[k] ? null : copies.get(k).demands, () -> wants[copy] = true)
                            .send(serve ? copies.get(k).terms : null, serve ? queue.getFirst() : Rational.ZERO, () -> {
                                queue.removeFirst();
                                wants[copy] = false;
                            });
                }
                step.run();
            }
        });
    }

    private static Series constant(long c) {
        return Series.by(z -> {
            while (true) {
                z.put(Rational.of(c));
            }
        });
    }

    private static Series add(Series u, Series v) {
        return Series.by(z -> {
            while (true) {
                z.demands.recv();
                List<Rational> both = nextOfBoth(u, v);
                z.terms.send(both.get(0).plus(both.get(1)));
            }
        });
    }

    private static Series scale(Rational c, Series u) {
        return Series.by(z -> {
            while (true) {
                z.demands.recv();
                z.terms.send(c.times(u.next()));
            }
        });
    }

    private static Series subtract(Series u, Series v) {
        return add(u, scale(Rational.ONE.negated(), v));
    }

    /** (u + xU)(v + xV) = uv + x(uV + vU + xUV). */
    private static Series multiply(Series first, Series second) {
        return Series.by(z -> {
            z.demands.recv();
            List<Rational> heads = nextOfBoth(first, second);
            z.terms.send(heads.get(0).times(heads.get(1)));
            List<Series> u = split(first);
            List<Series> v = split(second);
            Series mixed = add(scale(heads.get(0), v.get(0)), scale(heads.get(1), u.get(0)));
            z.demands.recv();
            z.terms.send(mixed.next());
            z.putAll(add(mixed, multiply(u.get(1), v.get(1))));
        });
    }

    private static Series differentiate(Series u) {
        return Series.by(z -> {
            z.demands.recv();
            u.next();
            for (int i = 1; ; i++) {
                z.terms.send(Rational.of(i).times(u.next()));
                z.demands.recv();
            }
        });
    }

    private static Series integrate(Rational constant, Series u) {
        return Series.by(z -> {
            z.put(constant);
            for (int i = 1; ; i++) {
                z.demands.recv();
                z.terms.send(new Rational(1, i).times(u.next()));
            }
        });
    }

    /** Z = exp(U) is defined by Z' = Z U' and Z(0) = 1. */
    private static Series exponential(Series u) {
        List<Series> z = List.of(new Series(), new Series());
        splitInto(integrate(Rational.ONE, multiply(z.get(0), differentiate(u))), z);
        return z.get(1);
    }

    /** U(c x^n). */
    private static Series substitute(Series u, Rational c, int n) {
        return Series.by(z -> {
            for (Rational power = Rational.ONE; ; power = power.times(c)) {
                z.demands.recv();
                z.terms.send(power.times(u.next()));
                for (int i = 1; i < n; i++) {
                    z.put(Rational.ZERO);
                }
            }
        });
    }

    // ---------------------------------------------------------------- tests

    private static void assertTerms(IntFunction<Rational> expected, Series series) {
        List<Rational> first = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            first.add(series.next());
        }
        assertEquals(IntStream.range(0, 10).mapToObj(expected).toList(), first);
    }

    @GoTest(
            value = GO,
            covers = {"C34", "S5"},
            schedules = 20)
    void sumsAndMultiples() {
        assertTerms(i -> Rational.ONE, constant(1));
        assertTerms(i -> Rational.of(2), add(constant(1), constant(1)));
        assertTerms(i -> Rational.of(3), add(constant(1), constant(2)));
        assertTerms(i -> Rational.of(-2), scale(Rational.of(-1), constant(2)));
        assertTerms(i -> Rational.of(-1), subtract(constant(1), constant(2)));
    }

    @GoTest(
            value = GO,
            covers = {"C34", "S5"},
            schedules = 20)
    void derivativeAndIntegral() {
        assertTerms(i -> Rational.of(i + 1), differentiate(constant(1)));
        assertTerms(i -> i == 0 ? Rational.ZERO : new Rational(1, i), integrate(Rational.ZERO, constant(1)));
    }

    @GoTest(
            value = GO,
            covers = {"C34", "S5", "S22", "S23"},
            schedules = 20)
    void product() {
        assertTerms(i -> Rational.of(i + 1), multiply(constant(1), constant(1)));
    }

    @GoTest(
            value = GO,
            covers = {"C34", "S5", "S22", "S23"},
            schedules = 20)
    void exponentialOfOnes() {
        List<Rational> expected = Stream.of(
                        "1/1",
                        "1/1",
                        "3/2",
                        "13/6",
                        "73/24",
                        "167/40",
                        "4051/720",
                        "37633/5040",
                        "43817/4480",
                        "4596553/362880")
                .map(text -> text.split("/"))
                .map(parts -> new Rational(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                .toList();
        assertTerms(expected::get, exponential(constant(1)));
    }

    @GoTest(
            value = GO,
            covers = {"C34", "S5"},
            schedules = 20)
    void arctangent_isTheIntegralOfASubstitution() {
        Series series = integrate(Rational.ZERO, substitute(constant(1), Rational.of(-1), 2));
        assertTerms(i -> i % 2 == 0 ? Rational.ZERO : new Rational(i % 4 == 1 ? 1 : -1, i), series);
    }
}
