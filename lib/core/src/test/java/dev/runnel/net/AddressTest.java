package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.context.Context;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid addresses: the error names them, and what is wanted. */
class AddressTest {

    private static Stream<Executable> all(InetSocketAddress address) {
        return Stream.of(
                () -> Net.listen(address),
                () -> Net.listen(address, 1),
                () -> Net.dial(address),
                () -> Net.dial(address, Duration.ofSeconds(1)),
                () -> Net.dial(address, Context.background()));
    }

    @Test
    void notResolved_isNamed() {
        all(InetSocketAddress.createUnresolved("server.example", 80))
                .forEach(use -> assertEquals(
                        "address 'server.example:80': not resolved: give it as a text, or look the name up",
                        assertThrows(IllegalArgumentException.class, use).getMessage()));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:80",
        "0:0:0:0:0:0:0:0, [::]:80",
        "0:0:0:0:0:0:0:1, [::1]:80",
        "fe80:0:0:0:0:0:0:0, [fe80::]:80",
        "2001:db8:0:0:0:0:0:1, [2001:db8::1]:80",
        "2001:db8:0:1:1:1:1:1, [2001:db8:0:1:1:1:1:1]:80",
        "2001:0:0:1:0:0:0:1, [2001:0:0:1::1]:80",
        "2001:db8:0:0:1:0:0:1, [2001:db8::1:0:0:1]:80",
        "2001:0DB8:00aB:10:a:b:c:ff0, [2001:db8:ab:10:a:b:c:ff0]:80"
    })
    void number_isWrittenAsGoDoes(String number, String shown) throws Exception {
        assertEquals(shown, Address.show(new InetSocketAddress(InetAddress.getByName(number), 80)));
    }

    @Test
    void zone_isKept() throws Exception {
        byte[] linkLocal = InetAddress.getByName("fe80::1").getAddress();
        assertEquals(
                "[fe80::1%3]:80",
                Address.show(new InetSocketAddress(Inet6Address.getByAddress(null, linkLocal, 3), 80)));
    }

    /** Without a host, to listen means the whole machine, and to dial means this machine. */
    @Test
    void withoutAHost_isThisMachine() throws Exception {
        try (TcpListener listener = Net.listen(":0")) {
            assertTrue(listener.address().getAddress().isAnyLocalAddress(), listener::addressText);
            try (TcpConn conn = Net.dial(":" + listener.address().getPort())) {
                assertTrue(conn.remoteAddress().getAddress().isLoopbackAddress(), conn::toString);
            }
        }
    }

    /** When dialling, also if nobody listens there with IPv6. */
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "[::]"})
    void anyAddress_isThisMachine(String host) throws Exception {
        try (TcpListener listener = Net.listen("127.0.0.1:0");
                TcpConn conn = Net.dial(host + ":" + listener.address().getPort())) {
            assertTrue(conn.remoteAddress().getAddress().isLoopbackAddress(), conn::toString);
        }
    }

    /** The first and the last port that there are. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:0", "127.0.0.1:65535", "[127.0.0.1]:65535"})
    void port_isANumberOfSixteenBits(String text) throws Exception {
        InetSocketAddress[] all = Address.of(text).resolved("dial");
        assertEquals(1, all.length);
        assertEquals(text.replaceAll("[\\[\\]]", ""), Address.show(all[0]));
    }

    @Test
    void hostThatThereIsNot_isNamed() {
        NetException unknown = assertThrows(NetException.class, () -> Net.dial("[::x]:80"));
        assertEquals("dial tcp [::x]:80: lookup ::x: no such host", unknown.getMessage());
        assertEquals("dial", unknown.op());
        assertEquals("[::x]:80", unknown.address());
        assertEquals(
                "listen tcp [::x]:80: lookup ::x: no such host",
                assertThrows(NetException.class, () -> Net.listen("[::x]:80")).getMessage());
    }

    @Test
    void none_isNotAnyAddress() {
        all(null).forEach(use -> assertThrows(NullPointerException.class, use));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost | address 'localhost': missing port in address",
                "::1:80 | address '::1:80': too many colons in address",
                "[::1:80 | address '[::1:80': missing ']' in address",
                "[localhost:80 | address '[localhost:80': missing ']' in address",
                "localhost]:80 | address 'localhost]:80': unexpected ']' in address",
                "localhost:http | address 'localhost:http': invalid port: a number from 0 to 65535 is wanted",
                "localhost:65536 | address 'localhost:65536': invalid port: a number from 0 to 65535 is wanted",
                "localhost:-1 | address 'localhost:-1': invalid port: a number from 0 to 65535 is wanted"
            })
    void text_isNamedWithWhatIsWrong(String text, String message) {
        Stream.<Executable>of(() -> Net.listen(text), () -> Net.dial(text))
                .forEach(use -> assertEquals(
                        message,
                        assertThrows(IllegalArgumentException.class, use).getMessage()));
    }
}
