package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.channel.Chan;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs that introduce select. */
class SelectExamplesTest {

    private record Order(int number) {}

    private boolean stopping;
    private int written;
    private final List<Option<Order>> shipped = new ArrayList<>();

    private void ship(Option<Order> order) {
        shipped.add(order);
    }

    @ParameterizedTest
    @EnumSource
    void select_forEffect_asPublished(Kind kind) {
        kind.run(crew -> {
            Chan<Order> orders = chan(1);
            Chan<Boolean> quit = chan(1);
            Chan<String> log = chan(1);
            orders.send(new Order(1));
            log.send("full");
            turn(orders, quit, log, "no");
            assertEquals(List.of(Option.some(new Order(1))), shipped);
            log.recv();
            turn(orders, quit, log, "line");
            assertEquals(1, written);
            assertEquals(Option.some("line"), log.tryRecv().toOption());
            log.send("full");
            assertFalse(stopping);
            quit.send(true);
            turn(orders, quit, log, "no");
            assertTrue(stopping);
            orders.close();
            turn(orders, quit, log, "no");
            assertEquals(List.of(Option.some(new Order(1)), Option.none()), shipped);
        });
    }

    private void turn(Chan<Order> orders, Chan<Boolean> quit, Chan<String> log, String line) {
        select().recv(orders, o -> ship(o))
                .recv(quit, () -> stopping = true)
                .send(log, line, () -> written++)
                .after(ofSeconds(1), () -> {})
                .run();
    }

    @ParameterizedTest
    @EnumSource
    void choose_forAValue_asPublished(Kind kind) {
        kind.run(crew -> {
            Chan<String> a = chan(1);
            Chan<Integer> b = chan(1);
            String w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("none", w);
            a.send("x");
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("a Some(x)", w);
            b.send(1);
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("b Some(1)", w);
            b.close();
            w = choose().recv(a, v -> "a " + v)
                    .recv(b, v -> "b " + v)
                    .otherwise(() -> "none")
                    .get();
            assertEquals("b None", w);
        });
    }
}
