package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What operations on channels order in memory: C44 to C48. */
class ChanMemoryTest {

    /** C44, C46, C47: plain fields, ordered by nothing but the channel. */
    @ParameterizedTest
    @EnumSource
    void plainField_guardedByChannel_losesNoUpdate(Kind kind) {
        kind.run(crew -> {
            for (int capacity : new int[] {1, 3}) {
                // The channel is used as a mutex. With more room a permit to send is no lock, so the token itself goes
                // round.
                Chan<Integer> token = chan(capacity);
                int[] count = new int[1];
                List<Member> all = new ArrayList<>();
                for (int p = 0; p < 4; p++) {
                    all.add(crew.go(() -> {
                        for (int i = 0; i < 1000; i++) {
                            int t = token.recv().get();
                            count[0]++;
                            token.send(t);
                        }
                    }));
                }
                token.send(1);
                all.forEach(Member::join);
                assertEquals(4000, count[0]);
            }
        });
    }

    /** C47: a channel of capacity 1 as a lock, where sending takes it. */
    @ParameterizedTest
    @EnumSource
    void plainField_capacityOneAsLock_losesNoUpdate(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> lock = chan(1);
            int[] count = new int[1];
            List<Member> all = new ArrayList<>();
            for (int p = 0; p < 4; p++) {
                all.add(crew.go(() -> {
                    for (int i = 0; i < 1000; i++) {
                        lock.send(0);
                        count[0]++;
                        lock.recv();
                    }
                }));
            }
            all.forEach(Member::join);
            assertEquals(4000, count[0]);
        });
    }

    /** C44, C46: an unbuffered channel orders both ways. */
    @ParameterizedTest
    @EnumSource
    void plainField_pingPong_isSeenByBoth(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            int[] box = new int[1];
            crew.go(() -> {
                for (int i = 0; i < 2000; i++) {
                    assertEquals(i, c.recv().get());
                    assertEquals(2 * i + 1, box[0]);
                    box[0]++;
                    c.recv(); // the sender goes on only once this has begun, and sees the store
                }
            });
            for (int i = 0; i < 2000; i++) {
                box[0]++;
                c.send(i);
                c.send(-1);
                assertEquals(2 * i + 2, box[0]);
            }
        });
    }

    /** C45, C48. */
    @ParameterizedTest
    @EnumSource
    void plainField_closeAndStart_areEdges(Kind kind) {
        kind.run(crew -> {
            for (int i = 0; i < 100; i++) {
                int[] box = {1};
                Chan<Integer> c = chan();
                crew.go(() -> {
                    box[0]++;
                    c.close();
                });
                assertTrue(c.recv().isEmpty());
                assertEquals(2, box[0]);
            }
        });
    }
}
