package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;

/**
 * Virtual threads that goroutines make wake a goroutine each, while others that have done so are collected: the JDK tells of that under locks of its own, on
 * which such a thread may have to wait, and those that unpark it must not need what it has.
 */
final class ForgottenThreads {

    private static final int ROUNDS = 200;
    private static final int MAKERS = 4;
    private static final int THREADS = 100;
    private static final int GARBAGE = 100_000;

    private static volatile Object garbage = "";

    private ForgottenThreads() {}

    public static void main(String[] args) {
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                garbage = new byte[GARBAGE]; // so that the collector has to do all the time
            }
        });
        for (int i = 0; i < ROUNDS; i++) {
            Go.run(ForgottenThreads::round);
        }
        System.out.print("done");
    }

    private static void round() {
        Chan<Integer> woken = chan(MAKERS * THREADS);
        for (int i = 0; i < MAKERS; i++) {
            go(() -> {
                for (int n = 0; n < THREADS; n++) {
                    Thread.ofVirtual().start(() -> woken.send(1));
                }
            });
        }
        for (int i = 0; i < MAKERS * THREADS; i++) {
            woken.recv();
        }
    }
}
