package dev.runnel.sample.leak;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;

/** Asks several replicas for the same. */
final class Replicas {

    private Replicas() {}

    /** The first answer. Those who answer later wait for ever: after this call nobody has the channel. */
    static int first(int replicas) {
        Chan<Integer> answers = chan();
        for (int i = 1; i <= replicas; i++) {
            int replica = i;
            go("replica " + replica, () -> answers.send(replica));
        }
        return answers.recv().get();
    }
}
