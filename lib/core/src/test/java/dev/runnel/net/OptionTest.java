package dev.runnel.net;

import static dev.runnel.net.Sockets.pair;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Runtimes;
import dev.runnel.net.Sockets.Pair;
import org.junit.jupiter.api.Test;

/** The options of TCP. */
class OptionTest {

    @Test
    void bufferOfNegativeSize_isNamed() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                TcpConn conn = (TcpConn) pair.client();
                String allowed = "a buffer of -1 bytes; 0 or more are allowed";
                assertEquals(
                        allowed,
                        assertThrows(IllegalArgumentException.class, () -> conn.setReadBuffer(-1))
                                .getMessage());
                assertEquals(
                        allowed,
                        assertThrows(IllegalArgumentException.class, () -> conn.setWriteBuffer(-1))
                                .getMessage());
            }
        });
    }
}
