package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What hangs on a context leads to the others only as long as it hangs there: whoever keeps one later does not keep
 * them all.
 */
class ChildrenTest {

    private final CancelCtx root = (CancelCtx) Context.withCancel(Context.background());
    private final CancelCtx last = below();
    private final CancelCtx middle = below();
    private final CancelCtx first = below();

    private CancelCtx below() {
        return (CancelCtx) Context.withCancel(root);
    }

    private static void assertLeadsToNobody(CancelCtx gone) {
        assertNull(gone.previous);
        assertNull(gone.next);
        assertNull(gone.list());
    }

    @Test
    void whoIsTakenOff_leadsToNobody() {
        int left = 3;
        for (CancelCtx gone : List.of(middle, first, last)) {
            gone.cancel();
            assertLeadsToNobody(gone);
            assertEquals(--left, root.children());
        }
    }

    @Test
    void whoIsTakenOff_leavesThoseBesideItLinked() {
        middle.cancel();
        assertSame(last, first.next);
        assertSame(first, last.previous);
        root.cancel();
        assertTrue(first.err().isDefined());
        assertTrue(last.err().isDefined());
    }

    @Test
    void whoseTimeIsOver_isNotThere() {
        CancelCtx over = (CancelCtx) Context.withTimeout(root, Duration.ZERO);
        assertLeadsToNobody(over);
        assertEquals(3, root.children());
    }

    @Test
    void whoIsTakenOff_thoughItsActionFails_leadsToNobody() {
        middle.onDone(() -> {
            throw new IllegalStateException("planted");
        });
        assertThrows(IllegalStateException.class, middle::cancel);
        assertLeadsToNobody(middle);
        assertEquals(2, root.children());
    }

    /**
     * Whoever closes a list has the contexts that were in it: whoever comes later to take one out leaves them as they
     * are.
     */
    @Test
    void listThatIsClosed_isLeftAsItIs() {
        Children list = root.offspring().main();
        assertSame(first, list.close());
        for (CancelCtx one : List.of(middle, first, last)) {
            assertFalse(list.remove(one));
        }
        assertSame(middle, first.next);
        assertSame(last, middle.next);
        assertNull(last.next);
        assertEquals(0, list.size());
    }

    @Test
    void whoIsInNoList_orInAnother_isNotTakenOut() {
        Children other = new Children();
        assertFalse(other.remove(middle));
        assertEquals(3, root.children());
        CancelCtx alone = (CancelCtx) Context.withCancel(Context.background());
        assertFalse(other.remove(alone));
        assertTrue(other.add(alone));
        assertTrue(other.remove(alone));
        assertFalse(other.remove(alone));
        assertEquals(0, other.size());
    }

    @Test
    void whoseParentHasEnded_leadsToNobody() {
        root.cancel();
        for (CancelCtx gone : List.of(first, middle, last)) {
            assertLeadsToNobody(gone);
        }
    }
}
