package dev.runnel.conformance.programs;

import dev.runnel.observe.Trace;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Schedulers;
import dev.runnel.runtime.scheduler.Witness;
import dev.runnel.trace.FlightRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs another main class, and keeps the trace of each runtime that it makes. */
final class Kept {

    /** The property for where the traces go. */
    static final String FOLDER = "runnel.conformance.traces";

    private static final int EVENTS = 4096;

    private Kept() {}

    /** The name of the class, which is in this package, and its arguments. */
    public static void main(String[] args) throws Throwable {
        Path folder = Path.of(System.getProperty(FOLDER));
        Witness.call(new Witness() {
            @Override
            protected int events(boolean deterministic) {
                return EVENTS;
            }

            @Override
            protected void look(FlightRecord record) {
                keep(record, folder);
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (Scheduler left : Schedulers.all()) {
                FlightRecord record = left.view().flightRecord();
                if (record != null) {
                    keep(record, folder);
                }
            }
        }));
        Class<?> main = Class.forName(args[0], false, Kept.class.getClassLoader());
        MethodHandles.lookup()
                .findStatic(main, "main", MethodType.methodType(void.class, String[].class))
                .invokeExact(Arrays.copyOfRange(args, 1, args.length));
    }

    private static void keep(FlightRecord record, Path folder) {
        try {
            Trace.of(record).write(Files.createTempFile(folder, "trace", ".json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
