import org.jspecify.annotations.NullMarked;

/**
 * Bridges between channels and goroutines and what the JDK and vavr have: flows, futures, streams, executors, queues;
 * in both directions.
 */
@NullMarked
module dev.runnel.interop {
    requires transitive dev.runnel;
    requires static transitive org.jspecify;

    exports dev.runnel.interop;
}
