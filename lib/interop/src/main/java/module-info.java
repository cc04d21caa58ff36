import org.jspecify.annotations.NullMarked;

/** Channels and goroutines beside what the JDK and vavr have: flows, futures, streams, executors, queues; both ways. */
@NullMarked
module dev.runnel.interop {
    requires transitive dev.runnel;
    requires static transitive org.jspecify;

    exports dev.runnel.interop;
}
