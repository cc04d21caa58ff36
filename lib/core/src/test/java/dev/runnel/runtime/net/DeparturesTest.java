package dev.runnel.runtime.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The list of the sockets that leave, and their number. */
class DeparturesTest {

    private final Departures departures = new Departures();

    private static Departure of(StubSocket socket) {
        return new Departure(socket.descriptor());
    }

    private static Set<Departure> all(@Nullable Departure first) {
        Set<Departure> all = new HashSet<>();
        for (Departure each = first; each != null; each = each.nextToLeave) {
            all.add(each);
        }
        return all;
    }

    @Test
    void moreThanSixteen_areManyUntilTheyHaveLeft() throws IOException {
        for (int i = 0; i < 16; i++) {
            assertFalse(departures.add(of(new StubSocket())));
        }
        assertTrue(departures.add(of(new StubSocket())));
        assertTrue(departures.any());
        Departure left = departures.closeAll();
        assertFalse(departures.any());
        assertTrue(departures.add(of(new StubSocket())), "closed, but the selector has not let go of them");
        departures.end(left);
        assertFalse(departures.add(of(new StubSocket())));
        departures.end(departures.closeAll());
    }

    @Test
    void asManyHaveLeft_asHaveEnded() throws IOException {
        assertTrue(departures.haveEnded(departures.begun()));
        departures.add(of(new StubSocket()));
        departures.add(of(new StubSocket()));
        assertEquals(2, departures.begun());
        Departure left = departures.closeAll();
        assertFalse(departures.haveEnded(1));
        departures.end(left);
        assertTrue(departures.haveEnded(1));
        assertTrue(departures.haveEnded(2));
        assertFalse(departures.haveEnded(3));
        assertNull(departures.closeAll());
    }

    /** Nor does a departure that has left lead to others that are no longer in use. */
    @Test
    void all_areClosed_andLeave() throws IOException {
        StubSocket[] sockets = {new StubSocket(), new StubSocket(), new StubSocket()};
        Set<Departure> added = new HashSet<>();
        for (StubSocket socket : sockets) {
            Departure departure = of(socket);
            departures.add(departure);
            added.add(departure);
        }
        Departure left = departures.closeAll();
        assertEquals(added, all(left));
        for (StubSocket socket : sockets) {
            assertFalse(socket.isOpen());
        }
        departures.end(left);
        added.forEach(departure -> assertNull(departure.nextToLeave));
    }

    @Test
    void noMemoryToClose_noneIsTaken() throws IOException {
        StubSocket odd = new StubSocket();
        odd.closeFails = new OutOfMemoryError("planted");
        StubSocket[] sockets = {new StubSocket(), odd, new StubSocket()};
        Set<Departure> added = new HashSet<>();
        for (StubSocket socket : sockets) {
            Departure departure = of(socket);
            departures.add(departure);
            added.add(departure);
        }
        assertSame(odd.closeFails, assertThrows(OutOfMemoryError.class, departures::closeAll));
        assertTrue(departures.any());
        Departure left = departures.closeAll();
        assertEquals(added, all(left));
        for (StubSocket socket : sockets) {
            assertFalse(socket.isOpen());
        }
        assertEquals(3, departures.begun());
        departures.end(left);
        assertTrue(departures.haveEnded(3));
    }

    /** The selector could not let go of the sockets, and others may have come meanwhile. */
    @Test
    void whatIsAddedAgain_isNotCountedTwice() throws IOException {
        Departure first = of(new StubSocket());
        Departure second = of(new StubSocket());
        Departure third = of(new StubSocket());
        departures.add(first);
        departures.add(second);
        Departure taken = departures.closeAll();
        departures.add(third);
        departures.addAgain(taken);
        assertEquals(3, departures.begun());
        Departure left = departures.closeAll();
        assertEquals(Set.of(first, second, third), all(left));
        departures.end(left);
        assertTrue(departures.haveEnded(3));
    }
}
