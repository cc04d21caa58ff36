package dev.runnel.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A dump of goroutines in which those at the same place, in the same state and for the same reason, stand together; the largest
 * group first. Made of what {@link dev.runnel.Go#dump()}, {@link dev.runnel.GoRuntime#dump()} or the exception that ended a run
 * has. Who has the goroutines as values asks {@link dev.runnel.scheduler.GoroutineDump#grouped()}.
 */
public final class GroupedDump {

    private static final int MOST_NAMED = 8;

    /** More places than these are listed first, a line for each. */
    private static final int FEW = 3;

    private static final Pattern HEAD = Pattern.compile("goroutine (\\d+)( \".*\")? \\[(.*?)(?:, \\d+ minutes)?\\]:");
    private static final String ON = "  on ";
    private static final String CREATED = "created by goroutine ";

    private record Place(String state, List<String> stack) {}

    private static final class Group {
        final List<String> members = new ArrayList<>();
        final Set<String> on = new LinkedHashSet<>();
        final Set<String> creators = new LinkedHashSet<>();

        DumpGroup at(Place place) {
            return new DumpGroup(place.state(), place.stack(), members, List.copyOf(on), List.copyOf(creators));
        }
    }

    private final Map<Place, Group> groups = new LinkedHashMap<>();
    private final List<String> rest = new ArrayList<>();

    private GroupedDump() {}

    /**
     * The dump, grouped; what is not of goroutines, such as counters, stays as it is, at the end. One that is grouped already, as
     * exceptions have it of many goroutines, stays as it is.
     */
    public static String of(String dump) {
        GroupedDump grouped = new GroupedDump();
        grouped.read(dump.lines().toList());
        return grouped.groups.isEmpty() ? dump : grouped.text();
    }

    /** The groups of a dump, the largest first. */
    public static List<DumpGroup> groups(String dump) {
        GroupedDump grouped = new GroupedDump();
        grouped.read(dump.lines().toList());
        return grouped.sorted();
    }

    private void read(List<String> lines) {
        int i = 0;
        while (i < lines.size()) {
            Matcher head = HEAD.matcher(lines.get(i));
            if (!head.matches()) {
                if (!lines.get(i).isEmpty()) {
                    rest.add(lines.get(i));
                }
                i++;
                continue;
            }
            int end = i + 1;
            while (end < lines.size() && !lines.get(end).isEmpty()) {
                end++;
            }
            String name = head.group(2);
            add(head.group(1) + (name == null ? "" : name), head.group(3), lines.subList(i + 1, end));
            i = end;
        }
    }

    private void add(String member, String state, List<String> lines) {
        List<String> stack = new ArrayList<>();
        @Nullable String on = null;
        @Nullable String creator = null;
        for (String line : lines) {
            if (line.startsWith(ON)) {
                on = line.substring(ON.length());
            } else if (line.startsWith(CREATED)) {
                creator = line.substring(CREATED.length());
            } else {
                stack.add(line);
            }
        }
        Group group = groups.computeIfAbsent(new Place(state, List.copyOf(stack)), place -> new Group());
        group.members.add(member);
        if (on != null) {
            group.on.add(on);
        }
        if (creator != null) {
            group.creators.add(creator);
        }
    }

    private List<DumpGroup> sorted() {
        return groups.entrySet().stream()
                .map(entry -> entry.getValue().at(entry.getKey()))
                .sorted(Comparator.comparingInt(
                                (DumpGroup group) -> group.members().size())
                        .reversed())
                .toList();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        List<DumpGroup> all = sorted();
        int count = all.stream().mapToInt(g -> g.members().size()).sum();
        text.append(count).append(count == 1 ? " goroutine at " : " goroutines at ");
        text.append(all.size()).append(all.size() == 1 ? " place\n" : " places\n");
        if (all.size() > FEW) {
            all.forEach(group -> text.append(
                    "%7d  %s%s\n".formatted(group.members().size(), group.state(), shortly(group.place()))));
        }
        text.append('\n');
        all.forEach(group -> append(text, group));
        rest.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    /** The place without the package of its class. */
    private static String shortly(String place) {
        int bracket = place.indexOf('(');
        int name = place.lastIndexOf('.', bracket < 0 ? place.length() : bracket);
        int type = name < 0 ? -1 : place.lastIndexOf('.', name - 1);
        return place.isEmpty() ? "" : "  " + place.substring(type + 1);
    }

    private static void append(StringBuilder text, DumpGroup group) {
        text.append(group.members().size()).append(" x [").append(group.state()).append("]: goroutine ");
        text.append(some(Ranges.of(group.members()))).append('\n');
        if (!group.on().isEmpty()) {
            text.append(ON).append(some(group.on())).append('\n');
        }
        group.stack().forEach(line -> text.append(line).append('\n'));
        if (!group.creators().isEmpty()) {
            text.append(CREATED).append(some(group.creators())).append('\n');
        }
        text.append('\n');
    }

    /** As many as can be taken in. */
    private static String some(List<String> all) {
        String first = String.join(", ", all.stream().limit(MOST_NAMED).toList());
        return all.size() <= MOST_NAMED ? first : first + " and " + (all.size() - MOST_NAMED) + " more";
    }
}
