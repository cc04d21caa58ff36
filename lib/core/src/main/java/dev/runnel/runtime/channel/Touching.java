package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.scheduler.Home;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an operation is on, when it is on channels: a channel, or the clauses of a select. */
public interface Touching extends Home.Homed, Numbered {

    /** The channels. */
    List<? extends Hchan<?>> channels();

    /** Whether the operation concerns nothing but channels. */
    default boolean isOnChannelsAlone() {
        return true;
    }

    @Override
    default long number() {
        List<? extends Hchan<?>> all = channels();
        return all.size() == 1 ? all.get(0).id() : 0;
    }

    @Override
    default boolean isForeignTo(@Nullable Home bubble) {
        for (Hchan<?> channel : channels()) {
            if (channel.isForeignTo(bubble)) {
                return true;
            }
        }
        return false;
    }

    @Override
    default boolean isWhollyOf(@Nullable Home bubble) {
        for (Hchan<?> channel : channels()) {
            if (!channel.isWhollyOf(bubble)) {
                return false;
            }
        }
        return true;
    }
}
