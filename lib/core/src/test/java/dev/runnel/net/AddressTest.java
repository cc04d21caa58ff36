package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.context.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses that are none: the error names them, and what is wanted. */
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
