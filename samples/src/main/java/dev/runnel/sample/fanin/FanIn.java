package dev.runnel.sample.fanin;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import io.vavr.collection.List;

/** Merges channels. */
final class FanIn {

    private FanIn() {}

    /**
     * All values of the sources, those of one source in their order. Ends when all sources have ended.
     *
     * @param sources where the values come from; nobody else should receive from them
     */
    static <T> RecvChan<T> merge(List<? extends RecvChan<? extends T>> sources) {
        Chan<T> merged = chan();
        List<GoHandle> forwarders =
                List.ofAll(sources).map(source -> go("forwarder", () -> source.forEach(merged::send)));
        go("closer", () -> {
            forwarders.forEach(GoHandle::join);
            merged.close();
        });
        return merged;
    }
}
