package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.Go;
import dev.runnel.channel.Chan;

/** Its main thread, and each goroutine, has a thread-local that fails when a thread is to inherit it. */
final class Inheriting {

    private static final InheritableThreadLocal<String> MINE = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            throw new IllegalStateException("not to be inherited");
        }
    };

    private Inheriting() {}

    public static void main(String[] args) {
        MINE.set("main");
        Go.run(() -> {
            MINE.set("goroutine");
            Chan<Integer> c = chan();
            go(() -> c.send(1));
            c.recv();
            System.out.print("received\n");
        });
    }
}
