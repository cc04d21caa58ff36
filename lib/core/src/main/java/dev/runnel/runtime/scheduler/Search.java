package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/** What stands in for {@link WorkSearch} where a scheduler has another order. */
interface Search {

    /** As {@link WorkSearch#find(Machine)}. */
    @Nullable Goroutine find(Machine m);
}
