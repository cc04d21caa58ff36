package dev.runnel.sample.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/** Healthy clients and hostile ones at the same time, each a virtual thread. */
final class Assault {

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Map<Actor, Thread> running = new ConcurrentHashMap<>();

    /** So many healthy clients, and so many hostile ones of each kind. */
    static List<Actor> actors(String address, int healthy, int hostile) throws Exception {
        Large.put(address);
        List<Actor> actors = new ArrayList<>();
        for (int i = 0; i < healthy; i++) {
            actors.add(new Healthy(address, i));
        }
        for (int i = 0; i < hostile; i++) {
            actors.add(new Malformed(address));
            actors.add(new Flood(address));
            actors.add(new SlowReader(address));
            actors.add(new SlowWriter(address));
        }
        return actors;
    }

    /**
     * Starts one.
     *
     * @param more whether it is to act once more, given how often it has
     * @param pause milliseconds between two times
     */
    void start(Actor actor, IntPredicate more, int pause) {
        counts.computeIfAbsent(actor.name(), name -> new LongAdder());
        Thread thread = Thread.ofVirtual().unstarted(() -> run(actor, more, pause));
        running.put(actor, thread);
        thread.start();
    }

    private void run(Actor actor, IntPredicate more, int pause) {
        try (actor) {
            for (int times = 0; more.test(times); times++) {
                actor.act();
                counts.get(actor.name()).increment();
                if (pause > 0) {
                    Thread.sleep(pause);
                }
            }
        } catch (Exception | Error e) {
            failures.add(e);
        }
    }

    /**
     * Waits for all; gives what was done.
     *
     * @throws AssertionError if a client met what it should not
     */
    Map<String, LongAdder> join() throws InterruptedException {
        for (Thread thread : running.values()) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            AssertionError all = new AssertionError(failures.size() + " failures: " + failures.peek());
            failures.stream().limit(5).forEach(all::addSuppressed);
            throw all;
        }
        return counts;
    }
}
