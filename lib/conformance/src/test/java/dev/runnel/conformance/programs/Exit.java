package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;

/**
 * How a program ended.
 *
 * @param status the exit status: 1 for an exception that main does not catch
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record Exit(int status, String out, String err) {

    private static final String IN_MAIN = "Exception in thread \"main\" ";

    /** It ended by itself and has printed this. */
    void succeeded(String printed) {
        assertEquals("", err);
        assertEquals(printed, out);
        assertEquals(0, status);
    }

    /** The runtime found a deadlock, whose message begins with this. */
    void deadlocked(String message) {
        begins(IN_MAIN + DeadlockException.class.getName() + ": " + message);
        assertEquals(1, status);
    }

    /** The runtime found a deadlock while main's class was initialized. */
    void deadlockedInInit(String message) {
        begins(IN_MAIN + ExceptionInInitializerError.class.getName() + "\n");
        says("Caused by: " + DeadlockException.class.getName() + ": " + message);
        assertEquals(1, status);
    }

    /** A goroutine failed, and the message begins with this. */
    void failed(String message) {
        begins(IN_MAIN + GoroutineFailedException.class.getName() + ": " + message);
        assertEquals(1, status);
    }

    /** It has printed this to standard output, and nothing else. */
    void printed(String text) {
        assertEquals(text, out);
    }

    /** Standard error has these, in this order. */
    void says(String... parts) {
        int from = 0;
        for (String part : parts) {
            int at = err.indexOf(part, from);
            assertTrue(at >= 0, () -> part + " is not, or not in its place, in\n" + err);
            from = at + part.length();
        }
    }

    /** Standard error does not have this. */
    void doesNotSay(String part) {
        assertFalse(err.contains(part), err);
    }

    private void begins(String text) {
        assertTrue(err.startsWith(text), () -> "not first on standard error: " + text + "\nbut\n" + err);
    }
}
