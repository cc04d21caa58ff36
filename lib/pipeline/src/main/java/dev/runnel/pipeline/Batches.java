package dev.runnel.pipeline;

import dev.runnel.Go;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.TryRecv;
import io.vavr.collection.List;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Elements in lists. A list is sent when it is full, when its first element is {@code within} old, or when there are no
 * more.
 *
 * @param size how many elements fill a list
 * @param within how old; null if a list may wait for any time
 */
record Batches<T>(int size, @Nullable Duration within) implements Worker<T, List<T>> {

    @Override
    public void run(Inlet<T> in, Outlet<List<T>> out) throws Exception {
        java.util.List<T> batch = new ArrayList<>();
        RecvChan<?> bell = Go.nilChan();
        while (true) {
            TryRecv<T> next = in.recv(in.choice().recv(bell, () -> new TryRecv.Empty<>()));
            if (next instanceof TryRecv.Value<T> received) {
                batch.add(received.value());
                if (batch.size() == 1 && within != null) {
                    bell = Go.after(within);
                }
                if (batch.size() < size) {
                    continue;
                }
            }
            if (!batch.isEmpty()) {
                out.send(List.ofAll(batch));
                batch.clear();
            }
            bell = Go.nilChan();
            if (next.isClosed()) {
                return;
            }
        }
    }
}
