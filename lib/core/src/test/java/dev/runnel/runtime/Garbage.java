package dev.runnel.runtime;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.ref.WeakReference;
import java.util.function.Consumer;

/** Tells whether something is still referred to. */
public final class Garbage {

    private static final int COLLECTIONS = 20;

    private Garbage() {}

    /** Hands a fresh object to the action, and keeps only a weak reference to it. */
    public static WeakReference<Object> of(Consumer<Object> action) {
        Object object = new Object();
        action.accept(object);
        return new WeakReference<>(object);
    }

    /** Fails if the object is still reachable after several collections. */
    public static void assertCollected(WeakReference<?> reference) {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            if (reference.refersTo(null)) {
                return;
            }
        }
        fail("still reachable: " + reference.get());
    }
}
