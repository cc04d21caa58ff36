package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures in the language of the system. */
class SystemTextsTest {

    private static final SystemTexts GERMAN = new SystemTexts(
            "Verbindungsaufbau abgelehnt",
            "Daten\u00fcbergabe unterbrochen (broken pipe)",
            "Die Verbindung wurde vom Kommunikationspartner zur\u00fcckgesetzt");

    @Test
    void texts_areThoseOfTheSystem() throws Exception {
        SystemTexts texts = Objects.requireNonNull(SystemTexts.ofThisSystem());
        assertSame(texts, SystemTexts.ofThisSystem());
        String nobody;
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            nobody = listener.addressText();
        }
        NetException refused = assertThrows(NetException.Refused.class, () -> Net.dial(nobody));
        assertEquals(texts.refused(), refused.getCause().getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0, Refused", "1, BrokenPipe", "2, Reset", "3, NetException"})
    void failures_areToldInAnotherLanguage(int which, String type) {
        String[] texts = {GERMAN.refused(), GERMAN.brokenPipe(), GERMAN.reset(), "Zu viele offene Dateien"};
        IOException thrown = which == 0 ? new ConnectException(texts[which]) : new IOException(texts[which]);
        NetException told = NetException.inItsLanguage("op", "tcp address", texts[which], thrown, GERMAN);
        assertEquals(type, told.getClass().getSimpleName());
        assertSame(thrown, told.getCause());
    }

    /** A connect that the JDK fails with this exception was refused, or has timed out. */
    @Test
    void connectThatIsNotRefused_hasTimedOut() {
        String text = "Die Wartezeit f\u00fcr die Verbindung ist abgelaufen";
        IOException thrown = new ConnectException(text);
        NetException told = NetException.inItsLanguage("dial", "tcp address", text, thrown, GERMAN);
        assertEquals(NetException.Timeout.class, told.getClass());
        assertSame(thrown, told.getCause());
    }

    /** The failure of a connect, or of a connection whose peer no longer answers. */
    @ParameterizedTest
    @CsvSource({
        "false, Connection timed out",
        "false, Operation timed out",
        "true, Connection timed out",
        "true, Operation timed out"
    })
    void whatTheSystemHasTimedOut_isATimeout(boolean connect, String text) {
        IOException thrown = connect ? new ConnectException(text) : new IOException(text);
        NetException told = NetException.of("dial", "tcp address", thrown);
        assertEquals(NetException.Timeout.class, told.getClass());
        assertSame(thrown, told.getCause());
    }

    @Test
    void failureWithoutAText_saysWhatItIs() {
        assertEquals(
                "read tcp address: EOFException",
                NetException.of("read", "tcp address", new EOFException()).getMessage());
    }

    /** The failure of a read after a packet that nobody took, say, is not a refusal. */
    @Test
    void whatIsRefused_isAConnect() {
        IOException thrown = new IOException("Connection refused");
        assertEquals(
                NetException.class,
                NetException.of("read", "tcp address", thrown).getClass());
    }

    @Test
    void systemThatCannotBeAsked_saysWhatItSays() {
        NetException told = NetException.inItsLanguage("dial", "tcp a:1", "egal", new IOException("egal"), null);
        assertEquals(NetException.class, told.getClass());
        assertEquals("dial tcp a:1: egal", told.getMessage());
    }
}
