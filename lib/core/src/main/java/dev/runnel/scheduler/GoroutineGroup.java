package dev.runnel.scheduler;

import dev.runnel.runtime.text.Copies;
import dev.runnel.scheduler.GoroutineInfo.State;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goroutines of a dump that are at the same place, in the same state and for the same reason; and that were started at
 * the same place, as far as that is kept.
 *
 * @param state what they do
 * @param reason why they wait, in Go's words; null unless they wait
 * @param stack where they are, the innermost call of the program first
 * @param site where they were started, the innermost call first; empty unless {@link Reports#spawnSites()} is on
 * @param goroutines the goroutines, in the order of the dump
 */
public record GoroutineGroup(
        State state,
        @Nullable String reason,
        List<StackTraceElement> stack,
        List<StackTraceElement> site,
        List<GoroutineInfo> goroutines) {

    private static final Set<String> LIBRARY =
            Set.of("dev.runnel.FlightRecorder", "dev.runnel.Go", "dev.runnel.GoHandle", "dev.runnel.GoRuntime");
    private static final List<String> PACKAGES = List.of(
            "dev.runnel.channel.",
            "dev.runnel.context.",
            "dev.runnel.net.",
            "dev.runnel.scope.",
            "dev.runnel.select.",
            "dev.runnel.sync.",
            "dev.runnel.time.");

    private record Place(
            State state, @Nullable String reason, List<StackTraceElement> stack, List<StackTraceElement> site) {}

    /** The lists are copied. */
    public GoroutineGroup {
        Objects.requireNonNull(state, "state");
        stack = Copies.of(stack, "stack");
        site = Copies.of(site, "site");
        goroutines = Copies.of(goroutines, "goroutines");
    }

    /** The largest first; those of equal size in the order of their first goroutines. */
    static List<GoroutineGroup> of(List<GoroutineInfo> goroutines) {
        Map<Place, List<GoroutineInfo>> groups = new LinkedHashMap<>();
        for (GoroutineInfo g : goroutines) {
            groups.computeIfAbsent(new Place(g.state(), g.reason(), g.stack(), g.site()), place -> new ArrayList<>())
                    .add(g);
        }
        return groups.entrySet().stream()
                .map(entry -> at(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt(GoroutineGroup::size).reversed())
                .toList();
    }

    private static GoroutineGroup at(Place place, List<GoroutineInfo> goroutines) {
        return new GoroutineGroup(place.state(), place.reason(), place.stack(), place.site(), goroutines);
    }

    /** How many there are. */
    public int size() {
        return goroutines.size();
    }

    /** Their numbers, in the order of the dump. */
    public List<Long> ids() {
        return goroutines.stream().map(GoroutineInfo::id).toList();
    }

    /** As {@link GoroutineInfo#status()} of each. */
    public String status() {
        return GoroutineInfo.status(state, reason);
    }

    /**
     * The first call of the program's own: that from which the library was called, or where they run; none if there is
     * no stack.
     */
    public Option<StackTraceElement> place() {
        return Option.ofOptional(
                        stack.stream().filter(frame -> !isLibrary(frame)).findFirst())
                .orElse(Option.ofOptional(stack.stream().findFirst()));
    }

    /** What they wait for, each once. */
    public List<String> waitsOn() {
        return goroutines.stream()
                .map(GoroutineInfo::waitsOn)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** The numbers of the goroutines that started them, each once; other threads are left out. */
    public List<Long> creators() {
        return goroutines.stream()
                .map(GoroutineInfo::creator)
                .filter(creator -> creator != 0)
                .distinct()
                .toList();
    }

    private static boolean isLibrary(StackTraceElement frame) {
        String type = frame.getClassName();
        return LIBRARY.contains(type) || PACKAGES.stream().anyMatch(type::startsWith);
    }
}
