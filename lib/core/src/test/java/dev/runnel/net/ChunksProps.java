package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.net.Sockets.Pair;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** However it is cut into pieces, on either side, what was written is read, in order. */
class ChunksProps {

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void bytes_arriveAsTheyWereSent(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int procs,
            @ForAll @IntRange(max = 600_000) int size,
            @ForAll @IntRange(min = 1, max = 200_000) int longestWrite,
            @ForAll @IntRange(min = 1, max = 200_000) int longestRead,
            @ForAll boolean direct,
            @ForAll boolean smallBuffers) {
        Runtimes.run(procs, () -> {
            try (Pair pair = Sockets.pair()) {
                if (smallBuffers) {
                    pair.client().setWriteBuffer(65_536);
                    pair.server().setReadBuffer(65_536);
                }
                assertArrives(pair.client(), pair.server(), size, longestWrite, longestRead, direct, seed);
            }
        });
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void bytes_arriveThroughAPipe(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int procs,
            @ForAll @IntRange(max = 40_000) int buffer,
            @ForAll @IntRange(max = 100_000) int size,
            @ForAll @IntRange(min = 1, max = 50_000) int longestWrite,
            @ForAll @IntRange(min = 1, max = 50_000) int longestRead,
            @ForAll boolean direct) {
        Runtimes.run(procs, () -> {
            Pipe pipe = Net.pipe(buffer);
            assertArrives(pipe.client(), pipe.server(), size, longestWrite, longestRead, direct, seed);
        });
    }

    private static void assertArrives(
            Conn from, Conn to, int size, int longestWrite, int longestRead, boolean direct, long seed)
            throws NetException {
        byte[] sent = new byte[size];
        new Random(seed).nextBytes(sent);
        Go.go(() -> {
            Random random = new Random(seed + 1);
            for (int at = 0; at < size; ) {
                int n = Math.min(size - at, 1 + random.nextInt(longestWrite));
                ByteBuffer piece = allocate(direct, n).put(sent, at, n).flip();
                from.write(piece);
                at += n;
            }
            from.closeWrite();
        });
        Random random = new Random(seed + 2);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        for (; ; ) {
            ByteBuffer piece = allocate(direct, 1 + random.nextInt(longestRead));
            int n = to.read(piece);
            if (n < 0) {
                break;
            }
            byte[] bytes = new byte[n];
            piece.flip().get(bytes);
            got.writeBytes(bytes);
        }
        assertArrayEquals(sent, got.toByteArray());
    }

    private static ByteBuffer allocate(boolean direct, int size) {
        return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    }
}
