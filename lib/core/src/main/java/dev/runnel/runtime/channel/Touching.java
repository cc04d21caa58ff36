package dev.runnel.runtime.channel;

import java.util.List;

/** What an operation is on, when it is on channels: a channel, or the clauses of a select. */
public interface Touching {

    /** The channels. */
    List<? extends Hchan<?>> channels();
}
