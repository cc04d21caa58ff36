package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** Go's two prime sieves. Their goroutines never end by themselves. */
class SieveTest {

    private static final List<Integer> PRIMES =
            List.of(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97);

    private static List<Integer> first25(RecvChan<Integer> numbers) {
        List<Integer> first = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            first.add(numbers.recv().get());
        }
        return first;
    }

    // ---------------------------------------------------------------- sieve1.go

    @GoTest(
            value = "test/chan/sieve1.go",
            covers = {"C34", "C35"})
    void chainOfFilters_findsThePrimes() {
        Chan<Integer> numbers = chan();
        go(() -> {
            for (int i = 2; ; i++) {
                numbers.send(i);
            }
        });
        Chan<Integer> primes = chan();
        go(() -> sieve(numbers, primes));
        assertEquals(PRIMES, first25(primes));
    }

    /** The first number is prime; numbers that are not multiples of it go on to a sieve of their own. */
    private static void sieve(RecvChan<Integer> numbers, SendChan<Integer> primes) {
        RecvChan<Integer> rest = numbers;
        while (true) {
            int prime = rest.recv().get();
            primes.send(prime);
            RecvChan<Integer> unfiltered = rest;
            Chan<Integer> filtered = chan();
            go(() -> {
                for (int number : unfiltered) {
                    if (number % prime != 0) {
                        filtered.send(number);
                    }
                }
            });
            rest = filtered;
        }
    }

    // ---------------------------------------------------------------- sieve2.go

    /** An endless arithmetic sequence. */
    private static RecvChan<Integer> sequence(int first, int step, int capacity) {
        Chan<Integer> out = chan(capacity);
        go(() -> {
            for (int n = first; ; n += step) {
                out.send(n);
            }
        });
        return out;
    }

    private static RecvChan<Integer> multiplesOf(int prime) {
        return sequence(prime * prime, 2 * prime, 10);
    }

    /** A sequence and its next number. */
    private record Head(int number, RecvChan<Integer> rest) {
        static Head of(RecvChan<Integer> numbers) {
            return new Head(numbers.recv().get(), numbers);
        }
    }

    /**
     * Sends to a channel through an unbounded queue; the clause that sends is switched off while there is nothing to
     * send.
     */
    private static SendChan<Integer> unbounded(SendChan<Integer> out) {
        Chan<Integer> in = chan(10);
        go(() -> {
            Deque<Integer> queue = new ArrayDeque<>();
            while (true) {
                Integer first = queue.peekFirst();
                select().recv(in, v -> queue.addLast(v.get()))
                        .send(first == null ? null : out, first == null ? 0 : first, queue::removeFirst)
                        .run();
            }
        });
        return in;
    }

    /** The multiples of all primes that come, each once, in their order. */
    private static void mergeMultiples(RecvChan<Integer> primes, SendChan<Integer> composites) {
        PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingInt(Head::number));
        Head first = Head.of(multiplesOf(primes.recv().get()));
        composites.send(first.number()); // only now can the second prime be found
        heads.add(Head.of(first.rest()));
        Head newest = Head.of(multiplesOf(primes.recv().get()));
        for (int last = first.number(); ; ) {
            // Nothing is missing below the square of the newest prime.
            if (newest.number() < heads.element().number()) {
                heads.add(newest);
                newest = Head.of(multiplesOf(primes.recv().get()));
            }
            Head next = heads.remove();
            heads.add(Head.of(next.rest()));
            if (next.number() != last) {
                last = next.number();
                composites.send(last);
            }
        }
    }

    @GoTest(
            value = "test/chan/sieve2.go",
            covers = {"S5", "C10", "C18", "C30"})
    void eratosthenesWithFeedback_findsThePrimes() {
        Chan<Integer> out = chan(10);
        Chan<Integer> composites = chan(50);
        Chan<Integer> feedback = chan(10);
        out.send(2);
        out.send(3);
        feedback.send(3);
        go(() -> mergeMultiples(feedback, composites));
        go(() -> {
            // Without the queue this would wait for the merger, and the merger for it.
            SendChan<Integer> found = unbounded(feedback);
            RecvChan<Integer> candidates = sequence(5, 2, 50);
            int candidate = candidates.recv().get();
            for (int composite : composites) {
                while (candidate < composite) {
                    found.send(candidate);
                    out.send(candidate);
                    candidate = candidates.recv().get();
                }
                if (candidate == composite) {
                    candidate = candidates.recv().get();
                }
            }
        });
        assertEquals(PRIMES, first25(out));
    }
}
