package dev.runnel.testkit;

import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.channel.Touching;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.util.BitSet;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What some steps of a run have touched. If two goroutines could both run, and the footprints of what they do next do
 * not meet, it does not matter which of them comes first. What is not known to be harmless is taken to touch
 * everything.
 *
 * <p>Footprints of different runs are compared, and a channel is not the same object in both. So things are numbered as
 * they are touched for the first time. Up to the decision at which a footprint begins, both runs were the same, and so
 * were those numbers; two things that were touched for the first time after it may be the same thing.
 */
final class Footprint {

    private final int known; // how many things were touched before
    private final BitSet touched = new BitSet(); // by number
    private boolean everything;
    private boolean makes; // goroutines, which are numbered
    private boolean ends; // a goroutine, and so closes the signal that its handle gives
    private boolean signals;
    private boolean looks; // at what is changed only by what touches everything
    private boolean runs; // code of the program, which meets no more than what would keep it from that
    private boolean cutsOff; // what others would have done

    /**
     * Nothing is touched yet.
     *
     * @param numbers those of what was touched before
     */
    Footprint(Numbers numbers) {
        known = numbers.ofThings.size();
    }

    private Footprint(int known) {
        this.known = known;
    }

    /** Nothing is touched, from the same decision on. */
    Footprint empty() {
        return new Footprint(known);
    }

    /** The numbers of what was touched in a run. */
    static final class Numbers {
        private final IdentityHashMap<Object, Integer> ofThings = new IdentityHashMap<>();

        int of(Object thing) {
            Integer number = ofThings.putIfAbsent(thing, ofThings.size());
            return number == null ? ofThings.size() - 1 : number;
        }
    }

    /** A step. */
    void add(Object goroutine, Act act, @Nullable Object on, Numbers numbers) {
        switch (act) {
            case SEND, TRY_SEND, RECEIVE, TRY_RECEIVE, CLOSE, SELECT -> touchChannels(on, numbers);
            case LOOK -> {
                if (on instanceof Context) {
                    looks = true;
                } else {
                    touchChannels(on, numbers);
                }
            }
            case LOCK, TRY_LOCK, UNLOCK, READ_LOCK, TRY_READ_LOCK, READ_UNLOCK ->
                touch(numbers, on, on instanceof Mutex || on instanceof RWMutex);
            case ADD, DONE, AWAIT -> touch(numbers, on, on instanceof WaitGroup);
            case ACQUIRE, TRY_ACQUIRE, RELEASE -> touch(numbers, on, on instanceof Semaphore);
            case READY -> touch(numbers, goroutine, true);
            case GO, NEW -> makes = true;
            case END -> {
                ends = true;
                if (on != null) { // that is told of it, too
                    touch(numbers, on, on instanceof WaitGroup);
                }
            }
            case SLEEP -> addRun(); // timers that are due together are asked for, and the clock waits for all
            case TAKE, PARK, LIMIT, PREEMPT -> {}
            default -> everything = true;
        }
    }

    private void touchChannels(@Nullable Object on, Numbers numbers) {
        if (on instanceof Touching channels && channels.isOnChannelsAlone()) {
            for (Hchan<?> channel : channels.channels()) {
                touched.set(numbers.of(channel));
                signals |= channel instanceof Signal;
            }
        } else {
            everything = true;
        }
    }

    private void touch(Numbers numbers, @Nullable Object on, boolean harmless) {
        if (on == null || !harmless) {
            everything = true;
        } else {
            touched.set(numbers.of(on));
        }
    }

    void addEverything() {
        everything = true;
    }

    /** A goroutine has begun, or gone on from where nothing is touched. */
    void addRun() {
        runs = true;
    }

    /** The run is over. */
    void addEndOfRun() {
        cutsOff = true;
    }

    void addAll(Footprint other) {
        touched.or(other.touched);
        everything |= other.everything;
        makes |= other.makes;
        ends |= other.ends;
        signals |= other.signals;
        looks |= other.looks;
        runs |= other.runs;
        cutsOff |= other.cutsOff;
    }

    /** Whether it may matter which of the two comes first, in one run. */
    boolean meetsInRun(Footprint other) {
        return isCutOff(other)
                || (!isEmpty() && !other.isEmpty() && (meetsByKind(other) || touched.intersects(other.touched)));
    }

    /**
     * Whether it may matter if this comes before what a run, which was the same up to where this begins, has done now.
     */
    boolean meets(Footprint now) {
        return isCutOff(now)
                || (!isEmpty()
                        && !now.isEmpty()
                        && (meetsByKind(now)
                                || (touched.length() > known && now.touched.length() > known)
                                || touched.stream().anyMatch(n -> n < known && now.touched.get(n))));
    }

    private boolean isEmpty() {
        return !ends && !cutsOff && !doesMore();
    }

    /** Whether it does more than end. */
    private boolean doesMore() {
        return everything || makes || signals || looks || !touched.isEmpty();
    }

    private boolean isCutOff(Footprint other) {
        return (cutsOff && other.runs) || (runs && other.cutsOff);
    }

    private boolean meetsByKind(Footprint other) {
        return everything
                || other.everything
                || (makes && other.makes)
                || (ends && other.signals)
                || (signals && other.ends)
                || (cutsOff && other.doesMore())
                || (other.cutsOff && doesMore());
    }
}
