package dev.runnel.observe;

import org.jspecify.annotations.Nullable;

/**
 * A goroutine of a trace.
 *
 * @param id its number
 * @param name its name, if it has one
 * @param createdBy who made it; 0 for a thread or a timer, -1 if that is not known
 */
public record TraceGoroutine(long id, @Nullable String name, long createdBy) {

    @Override
    public String toString() {
        return name == null ? "goroutine " + id : "goroutine " + id + " \"" + name + "\"";
    }
}
