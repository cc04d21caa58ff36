package dev.runnel.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Which part of the CPU time went where in a recording. */
public final class Profile {

    private static final int PLACES = 4;
    private static final double LEAST = 0.02;

    private final Map<Area, Integer> areas = new EnumMap<>(Area.class);
    private final Map<String, Integer> places = new HashMap<>();
    private int samples;
    private long sampledNanos;

    /** Reads a recording of {@link Recorder}. */
    public static Profile read(Path file) throws IOException {
        Profile profile = new Profile();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals(Recorder.SAMPLE)) {
                    profile.add(event);
                }
            }
        }
        return profile;
    }

    private void add(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        Optional<RecordedFrame> place = stack == null ? Optional.empty() : Area.place(stack.getFrames());
        sampledNanos += event.getDuration("samplingPeriod").toNanos();
        samples++;
        place.ifPresent(frame -> {
            areas.merge(Area.of(frame), 1, Integer::sum);
            String name = Area.name(frame);
            places.merge(name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1), 1, Integer::sum);
        });
    }

    /** The CPU time that they stand for. */
    public long nanos() {
        return sampledNanos;
    }

    /** The areas, as shares in percent, the largest first; small ones are left out. */
    public String areas() {
        return shares(areas, Area.values().length);
    }

    /** The methods that are found most often, as shares in percent. */
    public String places() {
        return shares(places, PLACES);
    }

    private String shares(Map<?, Integer> counts, int most) {
        List<? extends Map.Entry<?, Integer>> sorted = counts.entrySet().stream()
                .filter(entry -> entry.getValue() >= LEAST * samples)
                .sorted(Comparator.comparing((Map.Entry<?, Integer> entry) -> -entry.getValue())
                        .thenComparing(entry -> entry.getKey().toString()))
                .limit(most)
                .toList();
        return sorted.stream()
                .map(entry -> String.format(Locale.ROOT, "%s %.0f", entry.getKey(), 100.0 * entry.getValue() / samples))
                .collect(Collectors.joining(", "));
    }
}
