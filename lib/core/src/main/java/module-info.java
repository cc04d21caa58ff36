import org.jspecify.annotations.NullMarked;

/** Goroutines, channels and select on a native G/M/P scheduler whose Ms are virtual threads. */
@NullMarked
@SuppressWarnings("module") // those which see some of the workings are built later
module dev.runnel {
    requires transitive io.vavr;
    requires static transitive org.jspecify;
    requires static java.management;
    requires static jdk.management;

    exports dev.runnel;
    exports dev.runnel.channel;
    exports dev.runnel.context;
    exports dev.runnel.net;
    exports dev.runnel.scheduler;
    exports dev.runnel.scope;
    exports dev.runnel.select;
    exports dev.runnel.sync;
    exports dev.runnel.time;
    exports dev.runnel.trace;

    uses dev.runnel.scheduler.RuntimeObserver;
    uses dev.runnel.trace.FlightRecordWriter;

    exports dev.runnel.runtime.channel to
            dev.runnel.interop,
            dev.runnel.pipeline,
            dev.runnel.testkit;
    exports dev.runnel.runtime.choice to
            dev.runnel.testkit;
    exports dev.runnel.runtime.lock to
            dev.runnel.interop;
    exports dev.runnel.runtime.scheduler to
            dev.runnel.interop,
            dev.runnel.observe,
            dev.runnel.pipeline,
            dev.runnel.testkit;
    exports dev.runnel.runtime.text to
            dev.runnel.interop,
            dev.runnel.observe,
            dev.runnel.pipeline,
            dev.runnel.testkit;
}
