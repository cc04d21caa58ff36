package dev.runnel.pipeline;

import dev.runnel.channel.Chan;

/** Sources that end only if they are ended. */
final class Endless {

    private Endless() {}

    /** All numbers from 0 on; closes the channel when it has ended. */
    static Pipeline<Integer> closing(Chan<Void> ended) {
        return Source.produce(out -> {
            try {
                for (int n = 0; ; n++) {
                    out.send(n);
                }
            } finally {
                ended.close();
            }
        });
    }
}
