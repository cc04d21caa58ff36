package dev.runnel.select;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What the policies promise, whichever clauses are ready in a run. */
class SelectPolicyProps {

    /** The choices of one select, run once for each set of ready clauses; -1 if none was ready. */
    private static List<Integer> choices(int clauses, List<Integer> readySets, boolean rotates) {
        List<Chan<Integer>> channels = new ArrayList<>();
        int[] chosen = {0};
        Select select = rotates ? Go.select().rotating() : Go.select().ordered();
        for (int i = 0; i < clauses; i++) {
            int mine = i;
            Chan<Integer> c = chan(1);
            channels.add(c);
            if (i % 2 == 0) {
                select.recv(c, () -> chosen[0] = mine);
            } else {
                select.send(c, mine, () -> chosen[0] = mine);
            }
        }
        select.otherwise(() -> chosen[0] = -1);
        List<Integer> all = new ArrayList<>();
        for (int ready : readySets) {
            for (int i = 0; i < clauses; i++) {
                boolean full = isReady(ready, i) == (i % 2 == 0);
                channels.get(i).tryRecv();
                if (full) {
                    channels.get(i).send(i);
                }
            }
            select.run();
            all.add(chosen[0]);
        }
        return all;
    }

    private static boolean isReady(int set, int clause) {
        return (set >> clause & 1) != 0;
    }

    @Property(tries = 300)
    void ordered_isTheFirstThatIsReady(
            @ForAll @IntRange(min = 1, max = 8) int clauses,
            @ForAll @Size(max = 30) List<@IntRange(min = 0, max = 255) Integer> readySets) {
        List<Integer> chosen = choices(clauses, readySets, false);
        for (int run = 0; run < readySets.size(); run++) {
            int ready = readySets.get(run) & ((1 << clauses) - 1);
            assertEquals(ready == 0 ? -1 : Integer.numberOfTrailingZeros(ready), chosen.get(run));
        }
    }

    @Property(tries = 300)
    void rotating_passesNoneOverForAsManyRunsAsThereAreClauses(
            @ForAll @IntRange(min = 1, max = 8) int clauses,
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 255) Integer> readySets) {
        List<Integer> chosen = choices(clauses, readySets, true);
        int[] passedOver = new int[clauses];
        int next = 0;
        for (int run = 0; run < readySets.size(); run++) {
            int expected = -1;
            for (int k = clauses - 1; k >= 0; k--) {
                int i = (next + k) % clauses;
                if (isReady(readySets.get(run), i)) {
                    expected = i;
                }
                passedOver[i] = isReady(readySets.get(run), i) && chosen.get(run) != i ? passedOver[i] + 1 : 0;
                assertTrue(passedOver[i] < clauses, "clause " + i + " of " + clauses + " in " + chosen);
            }
            assertEquals(expected, chosen.get(run));
            next = expected < 0 ? next : expected + 1;
        }
    }
}
