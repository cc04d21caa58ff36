package dev.runnel.conformance.litmus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** All that a program may come to: what each goroutine has said when nobody can go on any more. */
final class Outcomes {

    private Outcomes() {}

    static Set<String> of(Litmus litmus) {
        Set<String> outcomes = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        Deque<Machine> left = new ArrayDeque<>();
        left.add(new Machine(litmus));
        while (!left.isEmpty()) {
            Machine machine = left.removeLast();
            var next = machine.next();
            if (next.isEmpty()) {
                outcomes.add(machine.outcome());
            }
            next.stream().filter(m -> seen.add(m.text())).forEach(left::add);
        }
        return outcomes;
    }
}
