package dev.runnel.context;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What hangs on one context. It is one list, or none as long as nothing has hung on it; when many come and go at once,
 * as those who wait for channels with one context do, they spread over several.
 */
final class Offspring {

    private static final int MOST_STRIPES = 16;
    private static final VarHandle MAIN;
    private static final VarHandle STRIPES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MAIN = lookup.findVarHandle(Offspring.class, "main", Children.class);
            STRIPES = lookup.findVarHandle(Offspring.class, "stripes", Children[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Children main;
    private volatile Children @Nullable [] stripes;

    /**
     * Adds a child.
     *
     * @return the list that it is in; null if the lists are closed
     */
    @Nullable Children add(Child child) {
        Children list = main();
        if (list.tryLock()) {
            return list.addLocked(child) ? list : null;
        }
        Children[] all = stripes();
        list = all[(int) Thread.currentThread().threadId() & (all.length - 1)];
        return list.add(child) ? list : null;
    }

    /**
     * Closes the lists that there are. A list that is made later is not closed: whoever makes one looks for the outcome
     * after that.
     */
    void close(Propagation propagation) {
        Children list = main;
        if (list != null) {
            propagation.push(list.close());
        }
        Children[] more = stripes;
        if (more != null) {
            for (Children stripe : more) {
                propagation.push(stripe.close());
            }
        }
    }

    int size() {
        Children list = main;
        int sum = list == null ? 0 : list.size();
        Children[] more = stripes;
        if (more != null) {
            for (Children stripe : more) {
                sum += stripe.size();
            }
        }
        return sum;
    }

    /** The list that is used when there is no crowd. */
    Children main() {
        Children known = main;
        if (known != null) {
            return known;
        }
        Children fresh = new Children();
        return MAIN.compareAndSet(this, null, fresh) ? fresh : Objects.requireNonNull(main);
    }

    private Children[] stripes() {
        Children[] known = stripes;
        if (known != null) {
            return known;
        }
        int wanted = Math.min(MOST_STRIPES, Runtime.getRuntime().availableProcessors());
        Children[] fresh = new Children[Integer.highestOneBit(2 * wanted - 1)];
        for (int i = 0; i < fresh.length; i++) {
            fresh[i] = new Children();
        }
        return STRIPES.compareAndSet(this, null, fresh) ? fresh : Objects.requireNonNull(stripes);
    }
}
