package dev.runnel.bench.profile;

import java.util.List;
import java.util.Optional;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;

/** A part of what runs, by the packages of its classes. The first that fits counts. */
enum Area {
    CHANNELS("channels", "dev.runnel.runtime.channel.", "dev.runnel.channel."),
    SELECT("select", "dev.runnel.runtime.select.", "dev.runnel.select."),
    SYNC("sync, contexts, timers", "dev.runnel.sync.", "dev.runnel.context.", "dev.runnel.time."),
    LOCKS("spin locks", "dev.runnel.runtime.lock."),
    CARRIERS("carriers", "dev.runnel.runtime.carrier."),
    WORKLOAD("workload", "dev.runnel.bench."),
    SCHEDULER("scheduler", "dev.runnel."),
    THREADS("JDK: threads put to sleep and woken", "jdk.internal.misc.Unsafe.park", "jdk.internal.misc.Unsafe.unpark"),
    SWITCHING(
            "JDK: virtual threads",
            "java.lang.VirtualThread",
            "java.lang.ThreadBuilders",
            "java.lang.Thread.",
            "jdk.internal.vm."),
    POOL("JDK: pool, queues, locks", "java.util.concurrent."),
    OTHER("JDK: else", "");

    private final String label;
    private final List<String> prefixes;

    Area(String label, String... prefixes) {
        this.label = label;
        this.prefixes = List.of(prefixes);
    }

    /**
     * The frame that a sample counts for: the uppermost, apart from operations on fields, which are compiled into their
     * callers.
     */
    static Optional<RecordedFrame> place(List<RecordedFrame> frames) {
        return frames.stream().filter(frame -> !isOperation(name(frame))).findFirst();
    }

    static Area of(RecordedFrame frame) {
        String name = name(frame);
        for (Area area : values()) {
            if (area.prefixes.stream().anyMatch(name::startsWith)) {
                return area;
            }
        }
        return OTHER;
    }

    /** The class and the method. */
    static String name(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method.getType().getName() + "." + method.getName();
    }

    private static boolean isOperation(String name) {
        return name.startsWith("java.lang.invoke.")
                || name.startsWith("jdk.internal.misc.Unsafe.")
                        && THREADS.prefixes.stream().noneMatch(name::startsWith);
    }

    @Override
    public String toString() {
        return label;
    }
}
