package dev.runnel.runtime.scheduler;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What only few goroutines have, kept apart from them: a goroutine that waits is small. */
final class Particulars {

    static final Particulars NONE = new Particulars(null, List.of());

    /** The name that it was given. */
    final @Nullable String name;

    /** Where it was started, if that is kept. */
    final List<StackTraceElement> site;

    /** Locks that it goes on without though it should have them; see {@link Forgone}. Written by itself. */
    @Nullable List<Object> forgone;

    /**
     * It tries to lock a lock of the user's, and goes on without the locks within that it cannot have. Written by
     * itself.
     */
    boolean forgoes;

    /**
     * The innermost call under way whose maker is told of the goroutines that are started now; see {@link Attended}.
     * Written by itself.
     */
    Attended.@Nullable Call attended;

    /** When its last step was recorded. Written by whoever may change its status. */
    long stamp;

    /** Null if there is neither a name nor a place. */
    static @Nullable Particulars of(@Nullable String name, List<StackTraceElement> site) {
        return name == null && site.isEmpty() ? null : new Particulars(name, site);
    }

    Particulars(@Nullable String name, List<StackTraceElement> site) {
        this.name = name;
        this.site = site;
    }
}
