package dev.runnel.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Goroutines by place, however many there are at each. */
final class DumpGroups {

    private static final int MOST_NAMED = 8;

    private record Place(String status, List<StackTraceElement> stack, List<StackTraceElement> site) {}

    private DumpGroups() {}

    static String of(GoroutineDump dump) {
        Map<Place, List<GoroutineInfo>> groups = new LinkedHashMap<>();
        for (GoroutineInfo g : dump.goroutines()) {
            groups.computeIfAbsent(new Place(g.status(), g.stack(), g.site()), place -> new ArrayList<>())
                    .add(g);
        }
        int all = dump.goroutines().size();
        StringBuilder text = new StringBuilder();
        text.append(all).append(all == 1 ? " goroutine at " : " goroutines at ");
        text.append(groups.size()).append(groups.size() == 1 ? " place\n\n" : " places\n\n");
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(entry -> append(text, entry.getKey(), entry.getValue()));
        DumpText.appendRest(text, dump);
        return text.toString();
    }

    private static void append(StringBuilder text, Place place, List<GoroutineInfo> members) {
        Set<String> on = new LinkedHashSet<>();
        Set<String> creators = new LinkedHashSet<>();
        List<String> titles = new ArrayList<>();
        Duration longest = Duration.ZERO;
        for (GoroutineInfo g : members) {
            titles.add(g.title().substring("goroutine ".length()));
            if (g.waitsOn() != null) {
                on.add(g.waitsOn());
            }
            if (g.creator() != 0) {
                creators.add(Long.toString(g.creator()));
            }
            if (g.since() != null && g.since().compareTo(longest) > 0) {
                longest = g.since();
            }
        }
        text.append(members.size()).append(" x [").append(place.status());
        text.append(DumpText.minutes(longest)).append("]: goroutine ").append(some(titles));
        text.append('\n');
        if (!on.isEmpty()) {
            text.append("  on ").append(some(on)).append('\n');
        }
        DumpText.appendFrames(text, place.stack());
        if (!creators.isEmpty() || !place.site().isEmpty()) {
            text.append(creators.isEmpty() ? DumpText.creator(0) : "created by goroutine " + some(creators));
            text.append('\n');
            DumpText.appendFrames(text, place.site());
        }
        text.append('\n');
    }

    /** As many as can be taken in. */
    private static String some(Collection<String> all) {
        String first = String.join(", ", all.stream().limit(MOST_NAMED).toList());
        return all.size() <= MOST_NAMED ? first : first + " and " + (all.size() - MOST_NAMED) + " more";
    }
}
