package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.channel.Buffering.sliding;
import static dev.runnel.channel.Buffering.unbounded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows of causes, cancels and buffers. */
class ReadmeKindsTest {

    private final List<String> done = new ArrayList<>();
    private final Log log = new Log();

    private record Price(int cents) {}

    private final class Order {
        void reject() {
            done.add("rejected");
        }
    }

    private final class Log {
        void warn(String text) {
            done.add(text);
        }
    }

    private void process(Order order) {
        done.add("processed");
    }

    @Test
    void readme_compilesAndRuns() {
        IOException cause = new IOException("no more orders");
        Chan<Order> orders = chan(unbounded(10_000, n -> log.warn(n + " orders wait")), Order::reject);
        orders.send(new Order());
        Go.go(() -> orders.close(cause)).join();
        ChannelException e = assertThrows(ChannelException.ClosedWithCause.class, () -> {
            try {
                for (Order order : orders) process(order);
            } finally {
                orders.cancel();
            }
        });
        assertSame(cause, e.getCause());
        assertEquals(List.of("processed"), done);

        Chan<Price> latest = chan(sliding(1));
        latest.send(new Price(1));
        latest.send(new Price(2));
        assertEquals(2, latest.recv().get().cents());
        assertEquals(1, latest.stats().get().drops());
    }

    @Test
    void readme_showsThis() throws IOException {
        String readme = Files.readString(Path.of("../../README.md"));
        for (String line : List.of(
                "Chan<Order> orders = chan(unbounded(10_000, n -> log.warn(n + \" orders wait\")), Order::reject);",
                "for (Order order : orders) process(order);",
                "orders.cancel();",
                "Chan<Price> latest = chan(sliding(1));")) {
            assertTrue(readme.contains(line), line);
        }
    }
}
