import org.jspecify.annotations.NullMarked;

/** The flight recorder of schedulers: traces, their check and their export. */
@NullMarked
module dev.runnel.observe {
    requires transitive dev.runnel;
    requires static transitive org.jspecify;

    exports dev.runnel.observe;
    exports dev.runnel.observe.timeline;

    provides dev.runnel.trace.FlightRecordWriter with
            dev.runnel.observe.TraceFileWriter;
}
