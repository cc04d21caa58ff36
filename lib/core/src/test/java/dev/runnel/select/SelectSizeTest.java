package dev.runnel.select;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a select with many channels costs: S28. */
class SelectSizeTest {

    private static final int MOST = 65_536;

    /** Of as many channels as there may be, in any order. If the cost were quadratic, the guard of the build would end this. */
    @Test
    void manySelects_ofTheMostChannels_comeToAnEnd() {
        List<Chan<Integer>> channels = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            channels.add(chan());
        }
        Collections.shuffle(channels, new Random(28));
        int[] chosen = new int[1];
        for (int i = 0; i < 40; i++) {
            Select fresh = Go.select().otherwise(() -> chosen[0]++);
            channels.forEach(c -> fresh.recv(c, () -> {}));
            fresh.run();
        }
        assertEquals(40, chosen[0]);
    }
}
