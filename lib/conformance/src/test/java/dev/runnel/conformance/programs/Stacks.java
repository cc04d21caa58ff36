package dev.runnel.conformance.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.ObjectName;

/** Prints how many bytes the stacks of waiting goroutines take, a line for each kind of wait. */
final class Stacks {

    private static final int CROWD = 5_000;

    /** How often this is measured, since what the goroutines run is compiled meanwhile; the least counts. */
    private static final int CROWDS = 8;

    private static final String STACK = "jdk.internal.vm.StackChunk";

    private Stacks() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch printed = new CountDownLatch(1);
        go(() -> {
            print("receive", event -> event::recvOrNull);
            print("range", event -> () -> event.forEach(value -> {}));
            print("select", event -> {
                Chan<Integer> other = chan();
                return () -> select().recv(event, value -> {})
                        .recv(other, value -> {})
                        .run();
            });
            printed.countDown();
        });
        printed.await();
    }

    private static void print(String kind, Function<Chan<Integer>, Body> wait) throws JMException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < CROWDS; i++) {
            least = Math.min(least, bytesOfStack(wait));
        }
        System.out.println(kind + " " + least);
    }

    private static long bytesOfStack(Function<Chan<Integer>, Body> wait) throws JMException {
        Chan<Integer> event = chan();
        Body waits = wait.apply(event);
        WaitGroup come = new WaitGroup();
        WaitGroup gone = new WaitGroup();
        come.add(CROWD);
        gone.add(CROWD);
        for (int i = 0; i < CROWD; i++) {
            go(() -> {
                come.done();
                waits.run();
                gone.done();
            });
        }
        come.await();
        long bytes = bytesOfAllStacks() / CROWD; // the last may not wait yet, but it is one of many
        event.close();
        gone.await();
        return bytes;
    }

    /** After a collection. */
    private static long bytesOfAllStacks() throws JMException {
        Object histogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .toString()
                .lines()
                .map(line -> line.trim().split("\\s+")) // a number, instances, bytes, class, module
                .filter(words -> words.length > 3 && words[3].equals(STACK))
                .mapToLong(words -> Long.parseLong(words[2]))
                .sum();
    }
}
