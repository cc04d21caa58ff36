package dev.runnel.runtime.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakObjectsTest {

    private final WeakObjects<Object> objects = new WeakObjects<>();

    private List<Object> all() {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            Object object = objects.at(i);
            if (object != null) {
                all.add(object);
            }
        }
        return all;
    }

    @Test
    void object_isThereOnce_byIdentity() {
        String a = new String("a");
        String b = new String("a");
        for (int i = 0; i < 3; i++) {
            objects.add(a);
            objects.add(b);
        }
        assertEquals(2, all().size());
        assertTrue(objects.any());
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
    }

    /** Objects that are kept stay, all others are forgotten in time, and there are never many more than are kept. */
    @Test
    void objectsThatAreGone_areForgotten() {
        List<Object> kept = new ArrayList<>();
        int most = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 200; i++) {
                Object object = new Object();
                objects.add(object);
                if (i % 10 == 0) {
                    kept.add(object);
                }
            }
            System.gc();
            most = Math.max(most, objects.size());
        }
        assertTrue(most < 3_000, "of 4,000 objects, of which 400 are kept, there were " + most);
        assertTrue(new HashSet<>(all()).containsAll(kept));
        kept.forEach(objects::add);
        Await.until(() -> {
            System.gc();
            return all().size() == kept.size();
        });
    }

    @Test
    void whereNoneIsLeft_thereIsNone() {
        assertFalse(objects.any());
        objects.add(new Object());
        Await.until(() -> {
            System.gc();
            return !objects.any();
        });
        assertEquals(List.of(), all());
    }
}
