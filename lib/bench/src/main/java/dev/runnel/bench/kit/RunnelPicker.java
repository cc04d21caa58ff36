package dev.runnel.bench.kit;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.select.Select;
import java.time.Duration;
import java.util.List;

/** A kept select. */
final class RunnelPicker extends Picker {

    private final Select select = Go.select();
    private Object toSend;
    private Object received;

    RunnelPicker(List<Chan<Object>> receives, List<Chan<Object>> sends, boolean timeout) {
        receives.forEach(c -> select.recv(c, value -> received = value.getOrNull()));
        sends.forEach(c -> select.sendFrom(c, () -> toSend, () -> received = null));
        if (timeout) {
            select.recv(Go.after(Duration.ofHours(1)), () -> {
                throw new IllegalStateException("an hour is over");
            });
        }
    }

    @Override
    public Object pick(Object value) {
        toSend = value;
        select.run();
        return received;
    }
}
