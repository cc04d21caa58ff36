package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.TryRecv;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/** Elements held back so that no more than {@code count} are sent in any stretch of {@code per}. */
record Throttled<T>(int count, Duration per) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        run(in, out, new ArrayDeque<>());
    }

    /**
     * Runs it.
     *
     * @param lastSent what is known of those that were sent: each rings when that is long enough ago, and is forgotten
     *     then, lest they become as many as were ever sent
     */
    void run(Inlet<T> in, Outlet<T> out, Queue<RecvChan<Instant>> lastSent) throws Exception {
        in.forEach(element -> {
            while (!lastSent.isEmpty() && lastSent.element().tryRecv() instanceof TryRecv.Value) {
                lastSent.remove();
            }
            if (lastSent.size() == count) {
                lastSent.remove().recv(in.context());
            }
            out.send(element);
            lastSent.add(Go.after(per));
        });
    }
}
