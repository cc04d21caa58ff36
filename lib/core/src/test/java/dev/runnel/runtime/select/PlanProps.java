package dev.runnel.runtime.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.select.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The orders of a plan for any clauses: S9, S10, S19. */
class PlanProps {

    private static final Action BODY = () -> {};

    /** Each clause is a number: the channel, 0 for nil; negative for a send. */
    @Property(tries = 500)
    void orders_areThoseOfTheChannels(@ForAll @Size(max = 40) List<@IntRange(min = -9, max = 9) Integer> written) {
        List<Channel<Object>> made =
                IntStream.range(0, 10).mapToObj(i -> new Channel<Object>(i)).toList();
        made.forEach(Channel::id); // numbered in this order
        Clauses clauses = new Clauses();
        TreeMap<Integer, List<Integer>> clausesOf = new TreeMap<>();
        for (int i = 0; i < written.size(); i++) {
            int number = written.get(i);
            Channel<Object> channel = number == 0 ? null : made.get(Math.abs(number));
            if (number < 0) {
                clauses.send(channel, i, BODY);
            } else {
                clauses.recv(channel, BODY, i % 2 == 0);
            }
            if (channel != null) {
                clausesOf
                        .computeIfAbsent(Math.abs(number), key -> new ArrayList<>())
                        .add(i);
            }
        }
        Plan plan = clauses.plan();

        assertEquals(clausesOf.keySet().stream().map(made::get).toList(), plan.channels());
        assertEquals(
                plan.channels().stream()
                        .sorted(Comparator.comparingLong(channel -> channel.id()))
                        .toList(),
                plan.channels());
        assertEquals(
                clausesOf.values().stream().flatMap(List::stream).toList(),
                IntStream.of(plan.lockOrder).boxed().toList());
        assertEquals(
                clausesOf.values().stream().flatMap(List::stream).sorted().toList(),
                IntStream.of(plan.live).boxed().toList());
    }
}
