package dev.runnel.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What hangs on a context leads to the others as long as it does: who keeps one does not keep them all. */
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
    void whoseParentHasEnded_leadsToNobody() {
        root.cancel();
        for (CancelCtx gone : List.of(first, middle, last)) {
            assertLeadsToNobody(gone);
        }
    }
}
