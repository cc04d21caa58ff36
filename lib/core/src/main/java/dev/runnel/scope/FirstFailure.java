package dev.runnel.scope;

import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has failed, the first first. */
final class FirstFailure extends SpinLock {

    private final List<Throwable> all = new ArrayList<>(1);

    /** So many have been dealt with. */
    private int suppressed;

    /** Gives whether it is the first. */
    boolean add(Throwable thrown) {
        lock();
        boolean first = all.isEmpty();
        all.add(thrown);
        unlock();
        return first;
    }

    /** The first; null if nothing has failed. */
    @Nullable Throwable first() {
        lock();
        Throwable first = all.isEmpty() ? null : all.get(0);
        unlock();
        return first;
    }

    /**
     * The first, with the others suppressed in it but for those that only say that they were cancelled: they were because of
     * it.
     */
    @Nullable Throwable withOthersSuppressed() {
        lock();
        try {
            if (all.isEmpty()) {
                return null;
            }
            Throwable first = all.get(0);
            for (Throwable other : all.subList(suppressed, all.size())) {
                if (other != first && !(other instanceof CancelledException)) {
                    first.addSuppressed(other);
                }
            }
            suppressed = all.size();
            return first;
        } finally {
            unlock();
        }
    }
}
