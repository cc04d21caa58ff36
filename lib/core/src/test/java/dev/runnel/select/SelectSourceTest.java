package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static dev.runnel.runtime.channel.Queues.awaitSenders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values to be sent that are asked for on entry: S1. */
class SelectSourceTest {

    /** S1; test/chan/select.go: at each entry, in the order of the clauses, whatever wins, for nil channels too. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_asksAtEachEntryInOrder(Kind kind) {
        kind.run(crew -> {
            List<String> asked = new ArrayList<>();
            Chan<String> a = chan(1);
            Chan<String> full = chan();
            Select kept = select().sendFrom(full, () -> ask(asked, "1"), () -> {})
                    .sendFrom(nilChan(), () -> ask(asked, "2"), () -> {})
                    .sendFrom(a, () -> ask(asked, "3"), () -> {})
                    .sendFrom(null, () -> ask(asked, "4"), () -> {})
                    .otherwise(() -> asked.add("default"));
            kept.run();
            assertEquals(List.of("1", "2", "3", "4"), asked);
            kept.run();
            assertEquals(List.of("1", "2", "3", "4", "1", "2", "3", "4", "default"), asked);
            assertEquals("3", a.recv().get());
            kept.run();
            assertEquals(13, asked.size());
            assertEquals("3", a.recv().get());
        });
    }

    private static String ask(List<String> asked, String answer) {
        asked.add(answer);
        return answer;
    }

    /** A source that fails ends the select before anything happened; the next run is as good as the first. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_sourceFails_nothingHappens(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> ready = chan(1);
            ready.send(1);
            Chan<Integer> out = chan(1);
            boolean[] fails = {true};
            Select kept = select().recv(ready, () -> {})
                    .sendFrom(
                            out,
                            () -> {
                                if (fails[0]) {
                                    throw new IOException("no value");
                                }
                                return 5;
                            },
                            () -> {});
            IOException e = assertThrows(IOException.class, kept::run);
            assertEquals("no value", e.getMessage());
            assertEquals(1, ready.len());
            assertEquals(0, out.len());
            fails[0] = false;
            kept.run();
            kept.run();
            assertEquals(0, ready.len());
            assertEquals(5, out.recv().get());
        });
    }

    /** C7: the value is evaluated before the wait, once. */
    @ParameterizedTest
    @EnumSource
    void sendFrom_waiting_asksOnce(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan();
            AtomicInteger asked = new AtomicInteger();
            Member member = crew.go(() -> select().sendFrom(c, asked::incrementAndGet, () -> {})
                    .recv(Go.<Integer>chan(), () -> {})
                    .run());
            awaitSenders(c, 1);
            assertEquals(1, asked.get());
            assertEquals(1, c.recv().get());
            member.join();
            assertEquals(1, asked.get());
        });
    }
}
