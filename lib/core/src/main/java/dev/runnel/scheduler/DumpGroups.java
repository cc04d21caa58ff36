package dev.runnel.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Groups of goroutines in the layout of Go's dumps, a paragraph for each. */
final class DumpGroups {

    private static final int MOST_NAMED = 8;

    private DumpGroups() {}

    static String of(GoroutineDump dump) {
        List<GoroutineGroup> groups = dump.groups();
        int all = dump.goroutines().size();
        StringBuilder text = new StringBuilder();
        text.append(all).append(all == 1 ? " goroutine at " : " goroutines at ");
        text.append(groups.size()).append(groups.size() == 1 ? " place\n\n" : " places\n\n");
        groups.forEach(group -> append(text, group));
        DumpText.appendRest(text, dump);
        return text.toString();
    }

    private static void append(StringBuilder text, GoroutineGroup group) {
        text.append(group.size()).append(" x [").append(group.status());
        text.append(DumpText.minutes(longest(group))).append("]: goroutine ");
        text.append(some(group.goroutines().stream().map(GoroutineInfo::label).toList()));
        text.append('\n');
        if (!group.waitsOn().isEmpty()) {
            text.append("  on ").append(some(group.waitsOn())).append('\n');
        }
        DumpText.appendFrames(text, group.stack());
        List<Long> creators = group.creators();
        if (!creators.isEmpty() || !group.site().isEmpty()) {
            text.append(creators.isEmpty() ? DumpText.creator(0) : "created by goroutine " + some(creators));
            text.append('\n');
            DumpText.appendFrames(text, group.site());
        }
        text.append('\n');
    }

    private static Duration longest(GoroutineGroup group) {
        return group.goroutines().stream()
                .map(GoroutineInfo::since)
                .filter(Objects::nonNull)
                .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) < 0 ? other : one);
    }

    /** As many as can be taken in. */
    private static String some(List<?> all) {
        String first = String.join(
                ", ", all.stream().limit(MOST_NAMED).map(String::valueOf).toList());
        return all.size() <= MOST_NAMED ? first : first + " and " + (all.size() - MOST_NAMED) + " more";
    }
}
