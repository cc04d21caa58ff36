package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.RecvChan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/** Elements held back so that no more than {@code count} are sent in any stretch of {@code per}. */
record Throttled<T>(int count, Duration per) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        ArrayDeque<RecvChan<Instant>> lastSent = new ArrayDeque<>(); // each rings when that is long enough ago
        in.forEach(element -> {
            if (lastSent.size() == count) {
                lastSent.remove().recv(in.context());
            }
            out.send(element);
            lastSent.add(Go.after(per));
        });
    }
}
