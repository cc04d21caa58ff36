package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** len and cap beside everything else: they are snapshots, C3, which anyone may take at any time, C5. */
class LenTest {

    @ParameterizedTest
    @EnumSource
    void len_whileOthersSendAndReceive_staysWithinTheCapacity(Kind kind) {
        kind.run(crew -> {
            Chan<Integer> c = chan(2);
            AtomicBoolean over = new AtomicBoolean();
            Member looks = crew.go(() -> {
                while (!over.get()) {
                    int len = c.len();
                    assertTrue(len >= 0 && len <= 2, () -> "len " + len);
                    assertEquals(2, c.cap());
                    Go.gosched();
                }
            });
            // Three senders: the buffer is full and somebody waits, so that values are promoted.
            List<Member> senders = List.of(sender(crew, c), sender(crew, c), sender(crew, c));
            for (int i = 0; i < 3 * 500; i++) {
                c.recv();
            }
            senders.forEach(Member::join);
            over.set(true);
            looks.join();
            assertEquals(0, c.len());
        });
    }

    private static Member sender(dev.runnel.Crew crew, Chan<Integer> c) {
        return crew.go(() -> {
            for (int i = 0; i < 500; i++) {
                c.send(i);
            }
        });
    }
}
