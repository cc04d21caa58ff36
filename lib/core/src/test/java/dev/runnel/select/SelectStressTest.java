package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew;
import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many selects against each other: S10, S20, S22, S23, S30, C28, C54 to C58. */
class SelectStressTest {

    /** runtime TestSelfSelect: two that select both directions of one channel never receive their own value. */
    @ParameterizedTest
    @EnumSource
    void selfSelect_two_meetEachOther(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 10}) {
                Chan<Integer> c = chan(capacity);
                List<Member> all = new ArrayList<>();
                for (int p = 0; p < 2; p++) {
                    int me = p;
                    all.add(crew.go(() -> {
                        Handler<io.vavr.control.Option<Integer>> check = v -> {
                            if (capacity == 0) {
                                assertEquals(1 - me, v.get());
                            }
                        };
                        for (int i = 0; i < 1000; i++) {
                            if (me == 0 || i % 2 == 0) {
                                select().send(c, me, () -> {}).recv(c, check).run();
                            } else {
                                select().recv(c, check).send(c, me, () -> {}).run();
                            }
                        }
                    }));
                }
                all.forEach(Member::join);
            }
        });
    }

    /** runtime TestSelectStress, scaled down. */
    @ParameterizedTest
    @EnumSource
    void plainAndSelecting_countsMatch(Kind kind) {
        int n = 1500;
        kind.run(crew -> {
            List<Chan<Integer>> c = List.of(chan(), chan(), chan(2), chan(3));
            List<Member> all = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                Chan<Integer> mine = c.get(k);
                all.add(crew.go(() -> {
                    for (int i = 0; i < n; i++) {
                        mine.send(0);
                    }
                }));
                all.add(crew.go(() -> {
                    for (int i = 0; i < n; i++) {
                        mine.recv();
                    }
                }));
            }
            all.add(crew.go(() -> {
                int[] sent = new int[4];
                List<Chan<Integer>> left = new ArrayList<>(c);
                for (int i = 0; i < 4 * n; i++) {
                    Select s = select();
                    for (int k = 0; k < 4; k++) {
                        int mine = k;
                        s.send(left.get(k), 0, () -> {
                            if (++sent[mine] == n) {
                                left.set(mine, nilChan());
                            }
                        });
                    }
                    s.run();
                }
            }));
            all.add(crew.go(() -> {
                int[] received = new int[4];
                List<Chan<Integer>> left = new ArrayList<>(c);
                for (int i = 0; i < 4 * n; i++) {
                    Select s = select();
                    for (int k = 3; k >= 0; k--) {
                        int mine = k;
                        s.recv(left.get(k), () -> {
                            if (++received[mine] == n) {
                                left.set(mine, nilChan());
                            }
                        });
                    }
                    s.run();
                }
            }));
            all.forEach(Member::join);
            c.forEach(one -> assertEquals(0, one.len()));
        });
    }

    /** test/chan/doubleselect.go: two clauses of one select never both happen. */
    @ParameterizedTest
    @EnumSource
    void doubleSelect_noValueTwice(Kind kind) {
        int n = 8000;
        kind.run(crew -> {
            List<Chan<Integer>> c = List.of(chan(), chan(), chan(), chan());
            Chan<Integer> merged = chan();
            AtomicInteger muxes = new AtomicInteger(4);
            crew.go(() -> {
                int[] next = new int[1];
                Select s = select();
                for (Chan<Integer> out : c) {
                    s.sendFrom(out, () -> next[0], () -> {});
                }
                for (int i = 0; i < n; i++) {
                    next[0] = i;
                    s.run();
                }
                c.forEach(Chan::close);
            });
            for (Chan<Integer> in : c) {
                crew.go(() -> {
                    in.forEach(merged::send);
                    if (muxes.decrementAndGet() == 0) {
                        merged.close();
                    }
                });
            }
            boolean[] seen = new boolean[n];
            int count = 0;
            for (int value : merged) {
                assertFalse(seen[value], "doubled");
                seen[value] = true;
                count++;
            }
            assertEquals(n, count);
        });
    }

    /** Every party selects over all channels in both directions: nothing is lost or doubled. */
    @ParameterizedTest
    @EnumSource
    void allAgainstAll_eachValueOnce(Kind kind) {
        int parties = 6;
        int each = 500;
        kind.run(crew -> {
            List<Chan<Integer>> channels = List.of(chan(), chan(1), chan());
            AtomicIntegerArray seen = new AtomicIntegerArray(parties * each);
            Chan<Integer> quit = chan();
            AtomicInteger received = new AtomicInteger();
            List<Member> all = new ArrayList<>();
            for (int p = 0; p < parties; p++) {
                int me = p;
                all.add(crew.go(() -> {
                    int[] next = {me * each};
                    boolean[] over = new boolean[1];
                    Select trade = select();
                    Select drain = select();
                    for (int k = 0; k < channels.size(); k++) {
                        Chan<Integer> c = channels.get((me + k) % channels.size());
                        trade.sendFrom(c, () -> next[0], () -> next[0]++);
                        Handler<io.vavr.control.Option<Integer>> note = v -> {
                            seen.incrementAndGet(v.get());
                            if (received.incrementAndGet() == parties * each) {
                                quit.close();
                            }
                        };
                        trade.recv(c, note);
                        drain.recv(c, note);
                    }
                    drain.recv(quit, () -> over[0] = true);
                    while (next[0] < (me + 1) * each) {
                        trade.run();
                    }
                    while (!over[0]) {
                        drain.run();
                    }
                }));
            }
            all.forEach(Member::join);
            for (int i = 0; i < parties * each; i++) {
                assertEquals(1, seen.get(i));
            }
        });
    }

    /** ken/chan.go in small: senders and receivers with few and many channels, in sequence on each. */
    @ParameterizedTest
    @EnumSource
    void sequences_throughSelects_stayInOrder(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {0, 1, 10, 100}) {
                int channels = 4;
                int each = 300;
                List<Chan<Integer>> all = new ArrayList<>();
                for (int k = 0; k < channels; k++) {
                    all.add(chan(capacity));
                }
                for (Chan<Integer> c : all) {
                    startSender(crew, c, each);
                }
                int[] expected = new int[channels];
                int[] open = {channels};
                Select s = select();
                for (int k = 0; k < channels; k++) {
                    int mine = k;
                    s.recv(all.get(k), v -> {
                        if (v.isEmpty()) {
                            open[0] -= expected[mine] == each ? 1 : 0;
                            expected[mine]++;
                            crew.poll();
                        } else {
                            assertEquals(expected[mine]++, v.get());
                        }
                    });
                }
                while (open[0] > 0) {
                    s.run();
                }
                for (int count : expected) {
                    assertTrue(count > each);
                }
            }
        });
    }

    private static void startSender(Crew crew, Chan<Integer> c, int n) {
        crew.go(() -> {
            for (int i = 0; i < n; i++) {
                if (i % 3 == 0) {
                    c.send(i);
                } else {
                    select().send(c, i, () -> {}).recv(nilChan(), () -> {}).run();
                }
            }
            c.close();
        });
    }

    /** test/chanlinear.go without the clock: many wait on one common channel, in selects with one of their own. C58. */
    @ParameterizedTest
    @EnumSource(names = {"ON_1_P", "ON_2_PS", "ON_4_PS"})
    void manyOnACommonChannel_allServed(Kind kind) {
        int n = 1000;
        kind.run(crew -> {
            Chan<Boolean> common = chan();
            Chan<Integer> done = chan();
            List<Chan<Integer>> own = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                Chan<Integer> mine = chan();
                own.add(mine);
                crew.go(() -> {
                    boolean[] over = new boolean[1];
                    int[] got = new int[1];
                    Select s = select().recv(common, () -> over[0] = true).recv(mine, () -> got[0]++);
                    while (!over[0]) {
                        s.run();
                    }
                    done.send(got[0]);
                });
            }
            for (int round = 0; round < 10; round++) {
                for (Chan<Integer> c : own) {
                    c.send(round);
                }
            }
            common.close();
            for (int i = 0; i < n; i++) {
                assertEquals(10, done.recv().get());
            }
        });
    }
}
