package dev.runnel.observe;

import java.util.List;

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

    /** Keeps copies of the lists. */
    public DumpGroup {
        stack = List.copyOf(stack);
        members = List.copyOf(members);
        on = List.copyOf(on);
        creators = List.copyOf(creators);
    }

    /** The first frame: what they were called from, when they wait, or where they run. */
    public String place() {
        return stack.isEmpty() ? "" : stack.get(0).strip().replaceFirst("^at ", "");
    }
}
