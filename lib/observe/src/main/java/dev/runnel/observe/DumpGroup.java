package dev.runnel.observe;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Goroutines of a dump that are at the same place, in the same state and for the same reason.
 *
 * @param state the state, or the reason of the wait
 * @param stack where they are, a line for each frame
 * @param members them: numbers, each with the name, if there is one, in quotes
 * @param on what they wait for, each once
 * @param creators the goroutines that made them, each once
 */
public record DumpGroup(
        String state, List<String> stack, List<String> members, List<String> on, List<String> creators) {

    private static final Pattern LIBRARY =
            Pattern.compile("dev\\.runnel\\.((sync|channel|select|context|scope|time)\\.|Go(Handle)?\\.)");

    /** Keeps copies of the lists. */
    public DumpGroup {
        stack = List.copyOf(stack);
        members = List.copyOf(members);
        on = List.copyOf(on);
        creators = List.copyOf(creators);
    }

    /** The first frame of the program's own: that from which the library was called, or where they run. */
    public String place() {
        List<String> frames = stack.stream()
                .map(line -> line.strip().replaceFirst("^at ", ""))
                .toList();
        return frames.stream()
                .filter(frame -> !LIBRARY.matcher(frame).lookingAt())
                .findFirst()
                .orElse(frames.isEmpty() ? "" : frames.get(0));
    }
}
