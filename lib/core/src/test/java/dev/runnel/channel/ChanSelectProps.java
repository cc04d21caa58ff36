package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds for any mix of parties that select among channels: S8, S22, S23. */
class ChanSelectProps {

    /** Several channels, with every party selecting among all of them. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void selectsOverSeveralChannels_eachValueOnceAndInOrderPerChannel(
            @ForAll Kind kind,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 3) Integer> capacities,
            @ForAll @IntRange(min = 1, max = 3) int senders,
            @ForAll @IntRange(min = 1, max = 3) int receivers,
            @ForAll @IntRange(min = 1, max = 120) int each) {
        List<List<Item>> got = new ArrayList<>();
        int channels = capacities.size();
        kind.run(crew -> {
            List<Chan<Item>> all = capacities.stream().map(Go::<Item>chan).toList();
            AtomicInteger sending = new AtomicInteger(senders);
            List<Member> members = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                int me = s;
                members.add(crew.go(() -> {
                    int[] next = new int[1];
                    var send = select();
                    for (Chan<Item> c : all) {
                        send.sendFrom(c, () -> new Item(me, next[0]), () -> next[0]++);
                    }
                    while (next[0] < each) {
                        send.run();
                    }
                    if (sending.decrementAndGet() == 0) {
                        all.forEach(Chan::close);
                    }
                }));
            }
            for (int r = 0; r < receivers; r++) {
                List<List<Item>> mine = new ArrayList<>();
                for (int k = 0; k < channels; k++) {
                    mine.add(new ArrayList<>());
                }
                got.addAll(mine);
                members.add(crew.go(() -> {
                    List<Chan<Item>> open = new ArrayList<>(all);
                    int[] left = {channels};
                    while (left[0] > 0) {
                        var receive = select();
                        for (int k = 0; k < channels; k++) {
                            int at = k;
                            receive.recv(open.get(k), v -> {
                                if (v.isDefined()) {
                                    mine.get(at).add(v.get());
                                } else {
                                    open.set(at, nilChan());
                                    left[0]--;
                                }
                            });
                        }
                        receive.run();
                    }
                }));
            }
            members.forEach(Member::join);
        });
        Item.checkAll(got, senders, each);
    }

    /** S8: whichever clauses are ready, each has the same chance. */
    @Property(tries = 30)
    void readyClauses_areChosenEquallyOften(
            @ForAll @IntRange(min = 1, max = 6) int ready, @ForAll @IntRange(max = 4) int notReady, @ForAll long seed) {
        int trials = 3000;
        int[] counts = new int[ready];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < ready + notReady; i++) {
            order.add(i);
        }
        java.util.Collections.shuffle(order, new Random(seed));
        var choice = select();
        Chan<Integer> closed = chan();
        closed.close();
        for (int i : order) {
            if (i >= ready) {
                choice.recv(i % 2 == 0 ? Go.<Integer>chan() : nilChan(), () -> {});
            } else if (i % 2 == 0) {
                choice.recv(closed, () -> counts[i]++);
            } else {
                Chan<Integer> room = chan(1);
                choice.send(room, 1, () -> {
                    counts[i]++;
                    room.recv();
                });
            }
        }
        for (int i = 0; i < trials; i++) {
            choice.run();
        }
        double p = 1.0 / ready;
        double sigma = Math.sqrt(trials * p * (1 - p));
        for (int count : counts) {
            assertEquals(trials * p, count, 10 * sigma);
        }
    }
}
