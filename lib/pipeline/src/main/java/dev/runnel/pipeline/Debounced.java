package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.TryRecv;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Of elements that follow each other within a time, the last one; sent when that time is over, or when there are no
 * more.
 */
record Debounced<T>(Duration quiet) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        @Nullable T latest = null;
        RecvChan<?> bell = Go.nilChan();
        while (true) {
            TryRecv<T> next = in.recv(in.choice().recv(bell, () -> new TryRecv.Empty<>()));
            if (next instanceof TryRecv.Value<T> received) {
                latest = received.value();
                bell = Go.after(quiet);
                continue;
            }
            if (latest != null) {
                out.send(latest);
            }
            latest = null;
            bell = Go.nilChan();
            if (next.isClosed()) {
                return;
            }
        }
    }
}
