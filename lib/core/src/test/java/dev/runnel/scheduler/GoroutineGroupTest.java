package dev.runnel.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.GoroutineInfo.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goroutines at the same place are one group, however many they are. */
class GoroutineGroupTest {

    private static final StackTraceElement RECEIVES =
            new StackTraceElement("dev.runnel.channel.RecvChan", "forEach", "RecvChan.java", 5);
    private static final StackTraceElement B = new StackTraceElement("A", "b", "A.java", 1);
    private static final StackTraceElement MAIN = new StackTraceElement("A", "main", "A.java", 9);

    private static GoroutineInfo waiting(long id, String name, String on, long creator, StackTraceElement... stack) {
        return new GoroutineInfo(
                id,
                name.isEmpty() ? null : name,
                State.WAITING,
                "chan receive",
                Duration.ofSeconds(id),
                on,
                creator,
                List.of(),
                List.of(stack));
    }

    private static GoroutineInfo running(long id, List<StackTraceElement> site, StackTraceElement... stack) {
        return new GoroutineInfo(id, "main", State.RUNNING, null, null, null, 0, site, List.of(stack));
    }

    private static GoroutineDump dump(List<GoroutineInfo> all) {
        return new GoroutineDump(Instant.EPOCH, all, 7, 0);
    }

    private static GoroutineDump three() {
        return dump(List.of(
                running(1, List.of(), MAIN),
                waiting(2, "", "Chan#1 (len 0, cap 0)", 1, RECEIVES, B),
                waiting(3, "", "Chan#2 (len 0, cap 0)", 0, RECEIVES, B),
                waiting(9, "last", "Chan#2 (len 0, cap 0)", 1, RECEIVES, B)));
    }

    @Test
    void equalOnes_areOneGroup() {
        List<GoroutineGroup> groups = three().groups();
        assertEquals(2, groups.size());
        GoroutineGroup receivers = groups.get(0);
        assertEquals(3, receivers.size());
        assertEquals(List.of(2L, 3L, 9L), receivers.ids());
        assertEquals("last", receivers.goroutines().get(2).name());
        assertEquals(State.WAITING, receivers.state());
        assertEquals("chan receive", receivers.reason());
        assertEquals("chan receive", receivers.status());
        assertEquals(List.of(RECEIVES, B), receivers.stack());
        assertEquals(List.of(), receivers.site());
        assertEquals(List.of("Chan#1 (len 0, cap 0)", "Chan#2 (len 0, cap 0)"), receivers.waitsOn());
        assertEquals(List.of(1L), receivers.creators());
        GoroutineGroup main = groups.get(1);
        assertEquals(List.of(1L), main.ids());
        assertEquals("running", main.status());
        assertEquals(List.of(), main.waitsOn());
        assertEquals(List.of(), main.creators());
    }

    @Test
    void equalOnes_areOneParagraph() {
        assertEquals("""
                4 goroutines at 2 places

                3 x [chan receive]: goroutine 2, 3, 9 "last"
                  on Chan#1 (len 0, cap 0), Chan#2 (len 0, cap 0)
                \tat dev.runnel.channel.RecvChan.forEach(RecvChan.java:5)
                \tat A.b(A.java:1)
                created by goroutine 1

                1 x [running]: goroutine 1 "main"
                \tat A.main(A.java:9)

                ... and 7 more goroutines
                """, three().grouped());
    }

    @Test
    void manyPlaces_theLargestIsFirst_elseTheOldest() {
        List<GoroutineInfo> all = new ArrayList<>();
        for (int g = 1; g <= 9; g++) {
            all.add(new GoroutineInfo(
                    g,
                    null,
                    State.WAITING,
                    "state " + g % 4,
                    null,
                    null,
                    0,
                    List.of(),
                    List.of(new StackTraceElement("a.b.C", "m" + g % 4, "C.java", g % 4))));
        }
        assertEquals(
                """
                3 state 1 a.b.C.m1(C.java:1)
                2 state 2 a.b.C.m2(C.java:2)
                2 state 3 a.b.C.m3(C.java:3)
                2 state 0 a.b.C.m0(C.java:0)""",
                String.join(
                        "\n",
                        dump(all).groups().stream()
                                .map(group -> group.size() + " " + group.status() + " "
                                        + group.place().get())
                                .toList()));
        String text = dump(all).grouped();
        assertTrue(text.startsWith("9 goroutines at 4 places\n\n3 x [state 1]: goroutine 1, 5, 9\n"), text);
    }

    @Test
    void whereTheyWereStarted_tellsThemApart() {
        List<GoroutineGroup> groups = dump(List.of(
                        running(1, List.of(B), MAIN), running(2, List.of(MAIN), MAIN), running(3, List.of(B), MAIN)))
                .groups();
        assertEquals(
                List.of(List.of(1L, 3L), List.of(2L)),
                groups.stream().map(GoroutineGroup::ids).toList());
        assertEquals(List.of(B), groups.get(0).site());
    }

    @Test
    void place_isTheFirstCallOfTheProgramsOwn() {
        assertEquals(B, place(RECEIVES, B, MAIN));
        assertEquals(B, place(new StackTraceElement("dev.runnel.Go", "sleep", "Go.java", 1), B));
        assertEquals(B, place(new StackTraceElement("dev.runnel.GoRuntime", "run", "GoRuntime.java", 1), B));
        assertEquals(
                B, place(new StackTraceElement("dev.runnel.FlightRecorder", "start", "FlightRecorder.java", 1), B));
        assertEquals(B, place(new StackTraceElement("dev.runnel.net.Conn", "read", "Conn.java", 1), B));
        StackTraceElement goods = new StackTraceElement("dev.runnel.Goods", "sell", "Goods.java", 1);
        assertEquals(goods, place(goods, B));
        assertEquals(RECEIVES, place(RECEIVES), "nothing else");
        assertTrue(dump(List.of(running(1, List.of()))).groups().get(0).place().isEmpty());
    }

    private static StackTraceElement place(StackTraceElement... stack) {
        return dump(List.of(running(1, List.of(), stack)))
                .groups()
                .get(0)
                .place()
                .get();
    }
}
