import org.jspecify.annotations.NullMarked;

/**
 * The flight recorder of schedulers: traces, their check and their export; metrics, MBeans, events of JFR and meters.
 */
@NullMarked
@SuppressWarnings("requires-automatic") // of Micrometer, which is there only for those that use it
module dev.runnel.observe {
    requires transitive dev.runnel;
    requires static transitive org.jspecify;
    requires static transitive java.management;
    requires static jdk.jfr;
    requires static micrometer.core; // not transitive: users of this module would need it

    exports dev.runnel.observe;
    exports dev.runnel.observe.jfr;
    exports dev.runnel.observe.jmx;
    exports dev.runnel.observe.metrics;
    exports dev.runnel.observe.micrometer;
    exports dev.runnel.observe.timeline;

    provides dev.runnel.scheduler.RuntimeObserver with
            dev.runnel.observe.jfr.JfrObserver,
            dev.runnel.observe.jmx.JmxObserver;
    provides dev.runnel.trace.FlightRecordWriter with
            dev.runnel.observe.TraceFileWriter;
}
