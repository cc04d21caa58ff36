package dev.runnel.testkit;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Goroutine;
import org.jspecify.annotations.Nullable;

/** A picker that wants to know what its answers lead to. */
interface WatchingPicker extends Picker {

    /** A run begins, which will tell of all that is done in it. */
    void begins();

    /** A goroutine does something. */
    void happens(Goroutine goroutine, Act act, @Nullable Object on);

    /** The clock goes on. */
    void timePasses();

    /** Timers that were due for long fire, though somebody can run. */
    void overdueFire();
}
