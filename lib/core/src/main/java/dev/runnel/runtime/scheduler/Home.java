package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The bubble in which a channel or a timer was made; only the goroutines of that bubble may use it. No more than an
 * identity, so that what outlives its bubble keeps nothing else of it.
 */
public final class Home {

    Home() {}

    /** The bubble of the goroutine that calls; null on any other thread, and of a goroutine that is in no bubble. */
    public static @Nullable Home ofCaller() {
        return Checkpoint.armed != 0 ? of(Machine.current()) : null;
    }

    private static @Nullable Home of(@Nullable Machine m) {
        Directed directed = m == null ? null : m.scheduler.directed;
        return directed == null ? null : directed.home;
    }

    /** What an operation is on, when it is on channels or a timer. */
    public interface Homed {

        /** Whether one of them was made in a bubble, and not in this one. */
        boolean isForeignTo(@Nullable Home bubble);

        /** Whether all of them were made in this bubble; in none, for null. */
        boolean isWhollyOf(@Nullable Home bubble);

        /** What it is called if it is used from outside of its bubble. */
        default String outside() {
            return "channel";
        }
    }

    /** What was itself made in one bubble, or in none. */
    public interface Resident extends Homed {

        /** The bubble whose goroutines alone may use it; null if all may. */
        @Nullable Home home();

        @Override
        default boolean isForeignTo(@Nullable Home bubble) {
            Home home = home();
            return home != null && home != bubble;
        }

        @Override
        default boolean isWhollyOf(@Nullable Home bubble) {
            return home() == bubble;
        }
    }
}
