package dev.runnel.select;

import dev.runnel.channel.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** An event of the user's own: tokens, each for one taker. Tells all that want one, or one at a time. */
final class Tokens implements Event<Integer> {

    private final boolean tellsAll;
    private final Deque<Runnable> wanting = new ArrayDeque<>();
    private int left;

    Tokens(boolean tellsAll) {
        this.tellsAll = tellsAll;
    }

    void put() {
        synchronized (this) {
            left++;
        }
        tell();
    }

    synchronized int left() {
        return left;
    }

    synchronized int wanting() {
        return wanting.size();
    }

    private void tell() {
        Runnable one;
        do {
            synchronized (this) {
                one = left > 0 ? wanting.poll() : null;
            }
            if (one != null) {
                one.run();
            }
        } while (tellsAll && one != null);
    }

    @Override
    public synchronized @Nullable Integer poll() {
        return left > 0 ? left-- : null;
    }

    @Override
    public Cancellation.Stop onReady(Runnable wake) {
        Runnable mine = wake::run;
        synchronized (this) {
            wanting.add(mine);
        }
        return () -> {
            boolean prevented;
            synchronized (this) {
                prevented = wanting.remove(mine);
            }
            if (!prevented) {
                tell(); // the select was called, and may have chosen otherwise
            }
            return prevented;
        };
    }
}
