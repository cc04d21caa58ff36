package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.conformance.Contexts.LONG;
import static dev.runnel.conformance.Contexts.SHORT;
import static dev.runnel.conformance.Contexts.assertCanceled;
import static dev.runnel.conformance.Contexts.assertEnded;
import static dev.runnel.conformance.Contexts.assertEndsAtDeadline;
import static dev.runnel.conformance.Contexts.assertOpen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.context.DeadlineExceeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Contexts upon contexts, after {@code context_test.go}: when one ends, all below it end, and nothing else changes. */
class ContextLayersTest {

    private static void layers(boolean timesOut) {
        Random random = new Random(timesOut ? 1 : 2);
        for (int round = 0; round < 5; round++) {
            layers(random, timesOut);
        }
    }

    private static void layers(Random random, boolean timesOut) {
        List<ContextKey<Object>> keys = new ArrayList<>();
        List<CancelContext> cancels = new ArrayList<>();
        int timers = 0;
        Context context = Context.background();
        for (int i = 0; i < 30 || timers == 0 || cancels.isEmpty() || keys.isEmpty(); i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    ContextKey<Object> key = ContextKey.of("key");
                    keys.add(key);
                    context = Context.withValue(context, key, key);
                }
                case 1 -> {
                    CancelContext layer = Context.withCancel(context);
                    cancels.add(layer);
                    context = layer;
                }
                default -> {
                    CancelContext layer = Context.withTimeout(context, timesOut ? SHORT : LONG);
                    cancels.add(layer);
                    context = layer;
                    timers++;
                }
            }
        }
        assertTrue(context.toString().startsWith("context.Background."), context::toString);
        assertValues(context, keys);
        if (timesOut) {
            assertEndsAtDeadline(context);
        } else {
            assertOpen(context);
            cancels.get(random.nextInt(cancels.size())).cancel();
            assertCanceled(context);
        }
        assertValues(context, keys);
        cancels.getFirst().cancel();
    }

    private static void assertValues(Context context, List<ContextKey<Object>> keys) {
        keys.forEach(key -> assertSame(key, context.value(key).get()));
    }

    @GoTest(
            value = "context TestLayersCancel",
            covers = {"X4", "X8", "X13"},
            everySchedule = true)
    void manyLayers_cancelOfAnyEndsTheLast() {
        layers(false);
    }

    @GoTest(
            value = "context TestLayersTimeout",
            covers = {"X8", "X13"})
    void manyLayers_deadlineOfAnyEndsTheLast() {
        layers(true);
    }

    /** In a select, as Go's programs use it. */
    @GoTest(
            value = "context ExampleWithCancel, ExampleWithTimeout",
            covers = {"X4", "X8"})
    void goroutine_endsWithItsContext() {
        CancelContext context = Context.withCancel(Context.background());
        Chan<Integer> numbers = chan();
        GoHandle generator = go(() -> {
            int[] n = {0};
            boolean[] over = {false};
            while (!over[0]) {
                Go.select()
                        .recv(context.done(), () -> over[0] = true)
                        .send(numbers, n[0], () -> n[0]++)
                        .run();
            }
        });
        for (int i = 0; i < 5; i++) {
            assertEquals(i, numbers.recv().get());
        }
        context.cancel();
        generator.join();

        CancelContext timed = Context.withTimeout(Context.background(), SHORT);
        boolean[] ended = {false};
        Go.select()
                .recv(chan(), () -> {})
                .recv(timed.done(), () -> ended[0] = true)
                .run();
        assertTrue(ended[0]);
        assertEnded(DeadlineExceeded.class, timed);
    }
}
