package dev.runnel.scheduler;

import dev.runnel.runtime.text.Copies;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine, as it was when somebody looked. The parts are read one after the other while it may run on.
 *
 * @param id its number, unique within its runtime; 1 is the first, which in {@code Go.run} is main
 * @param name its name, if it was given one
 * @param state what it does
 * @param reason why it waits, in Go's words; null unless it waits
 * @param since for how long it has waited, or been without a P, to within some 10 ms; null in any other state
 * @param waitsOn what it waits for, a channel for example; null if it waits for nothing that can be named
 * @param creator the number of the goroutine that started it; 0 if that was a thread that is not a goroutine
 * @param site where it was started, the innermost call first; empty unless {@link Reports#spawnSites()} is on
 * @param stack where it is, the innermost call first; of the calls within the library it has only the one that the
 *     program has made. For a goroutine that has failed, where it failed
 */
public record GoroutineInfo(
        long id,
        @Nullable String name,
        State state,
        @Nullable String reason,
        @Nullable Duration since,
        @Nullable String waitsOn,
        long creator,
        List<StackTraceElement> site,
        List<StackTraceElement> stack) {

    /** What a goroutine does. */
    public enum State {
        /** Waits for its turn. */
        RUNNABLE("runnable"),
        /** Runs on a P. */
        RUNNING("running"),
        /** Waits for something. */
        WAITING("waiting"),
        /** Is blocked in the JDK, or runs on after its P was taken; Go's {@code syscall}. */
        OUTSIDE("in the JDK, or running without a P"),
        /** Has failed, and is about to end. */
        FAILED("failed"),
        /** Has just ended. */
        DEAD("dead");

        private final String words;

        State(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The lists are copied. */
    public GoroutineInfo {
        Objects.requireNonNull(state, "state");
        site = Copies.of(site, "site");
        stack = Copies.of(stack, "stack");
    }

    /** What stands between the brackets of Go's dumps, without the time: the reason if it waits, else the state. */
    public String status() {
        return status(state, reason);
    }

    static String status(State state, @Nullable String reason) {
        return reason == null ? state.toString() : reason;
    }

    /** As in Go's dumps: {@code goroutine 7 "name"}. */
    public String title() {
        return "goroutine " + label();
    }

    /** The title without its first word: {@code 7 "name"}. */
    public String label() {
        return name == null ? Long.toString(id) : id + " \"" + name + "\"";
    }
}
