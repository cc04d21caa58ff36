package dev.runnel.observe;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import org.junit.jupiter.api.Test;

/** Goroutines at the same place are one paragraph, however many they are. */
class GroupedDumpTest {

    @Test
    void equalOnes_standTogether() {
        assertEquals("""
                4 goroutines at 2 places

                3 x [chan receive]: goroutine 2, 3, 9 "last"
                  on Chan#1 (len 0, cap 0), Chan#2 (len 0, cap 0)
                \tat A.b(A.java:1)
                created by goroutine 1

                1 x [running]: goroutine 1 "main"
                \tat A.main(A.java:9)

                ... and 7 more goroutines
                """, GroupedDump.of("""
                        goroutine 1 "main" [running]:
                        \tat A.main(A.java:9)

                        goroutine 2 [chan receive]:
                          on Chan#1 (len 0, cap 0)
                        \tat A.b(A.java:1)
                        created by goroutine 1

                        goroutine 3 [chan receive]:
                          on Chan#2 (len 0, cap 0)
                        \tat A.b(A.java:1)
                        created by goroutine 1

                        goroutine 9 "last" [chan receive]:
                          on Chan#2 (len 0, cap 0)
                        \tat A.b(A.java:1)
                        created by goroutine 1

                        ... and 7 more goroutines
                        """));
    }

    @Test
    void aThousand_areAsShortAsOne() {
        DeadlockException asleep = assertThrows(
                DeadlockException.class,
                () -> Go.run(() -> {
                    Chan<Integer> never = chan();
                    for (int i = 1; i < 1000; i++) {
                        go(never::recv);
                    }
                    never.send(never.recv().get());
                }));
        String text = GroupedDump.of(asleep.dump());
        assertTrue(text.startsWith("1000 goroutines at 2 places\n\n999 x [chan receive]: goroutine "), text);
        assertTrue(text.contains(" and 991 more\n"), text);
        assertTrue(text.lines().count() < 60, text);
    }

    @Test
    void manyPlaces_areListedFirst() {
        StringBuilder dump = new StringBuilder();
        for (int g = 1; g <= 9; g++) {
            dump.append("goroutine %d [state %d]:\n\tat a.b.C.m%d(C.java:%d)\n\n".formatted(g, g % 4, g % 4, g % 4));
        }
        String text = GroupedDump.of(dump.toString());
        assertTrue(text.startsWith("""
                9 goroutines at 4 places
                      3  state 1  C.m1(C.java:1)
                      2  state 2  C.m2(C.java:2)
                      2  state 3  C.m3(C.java:3)
                      2  state 0  C.m0(C.java:0)

                3 x [state 1]: goroutine 1, 5, 9
                """), text);
    }
}
