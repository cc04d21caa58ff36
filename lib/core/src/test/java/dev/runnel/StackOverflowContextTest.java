package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scope.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stack is full in the midst of contexts and scopes: what could be made there can be ended, and a cancel happens as
 * a whole or not at all.
 */
class StackOverflowContextTest {

    private static final int ROUNDS = 6;
    private static final int TREES = 600;

    /** More than any stack has room for: a list is not to grow near its end. */
    private static final int DEEPEST = 300_000;

    private static final RuntimeConfig CONFIG = Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1));

    private static final CancelContext PARENT = Context.withCancel(Context.background());

    /**
     * Whoever gets the error from {@code cancel} may try again; what hangs on the context must not be told of half of a
     * cancel.
     */
    @Test
    void overflow_inACancel_allBelowAreToldOrNothingHasHappened() {
        AtomicInteger refused = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Runtimes.run(CONFIG, () -> {
                List<Tree> trees = Stream.generate(Tree::new).limit(TREES).toList();
                Iterator<Tree> next = trees.iterator();
                go("deep", () -> {
                            try {
                                cancelOnTheWayUp(next, refused);
                            } catch (StackOverflowError e) {
                                // as expected
                            }
                        })
                        .join();
                for (Tree tree : trees) {
                    if (tree.root.err().isDefined()) {
                        assertTrue(tree.child.err().isDefined(), "a child was not told");
                        tree.told.recv(); // else this would wait for ever
                        tree.called.recv();
                    } else {
                        assertTrue(tree.child.err().isEmpty(), "a child was told before its parent");
                        tree.root.cancel();
                    }
                }
            });
        }
        assertTrue(refused.get() > 0, "there was room each time");
    }

    /** A context, one below it, and what waits for the latter. */
    private static final class Tree {

        private final CancelContext root = Context.withCancel(Context.background());
        private final Context child = Context.withCancel(root);
        private final Chan<Boolean> told = chan(1);
        private final Chan<Boolean> called = chan(1);

        Tree() {
            child.onDone(() -> told.trySend(true));
            Context.afterFunc(child, () -> called.send(true));
        }
    }

    private static void cancelOnTheWayUp(Iterator<Tree> trees, AtomicInteger refused) {
        try {
            cancelOnTheWayUp(trees, refused);
        } catch (StackOverflowError e) {
            if (trees.hasNext()) {
                try {
                    trees.next().root.cancel();
                } catch (StackOverflowError again) {
                    refused.incrementAndGet();
                }
            }
            throw e;
        }
    }

    static Stream<Arguments> contexts() {
        Map<String, Supplier<CancelContext>> all = new LinkedHashMap<>();
        all.put("context", () -> Context.withCancel(PARENT));
        all.put("context with a time limit", () -> Context.withTimeout(PARENT, Duration.ofHours(1)));
        return all.entrySet().stream().map(e -> Arguments.argumentSet(e.getKey(), e.getValue()));
    }

    /** What could be made near the end of the stack can be ended there, and does not stay with its parent for ever. */
    @ParameterizedTest
    @MethodSource("contexts")
    void overflow_whileContextsAreOpen_endsThemAll(Supplier<CancelContext> maker) {
        for (int round = 0; round < ROUNDS; round++) {
            List<CancelContext> made = new ArrayList<>(DEEPEST);
            Runtimes.run(
                    CONFIG,
                    () -> go("deep", () -> {
                                try {
                                    open(maker, made);
                                } catch (StackOverflowError e) {
                                    // as expected
                                }
                            })
                            .join());
            assertFalse(made.isEmpty());
            assertEquals(
                    0,
                    made.stream().filter(each -> each.err().isEmpty()).count(),
                    () -> "left open, of " + made.size());
        }
    }

    private static void open(Supplier<CancelContext> maker, List<CancelContext> made) {
        try (CancelContext mine = maker.get()) {
            made.add(mine);
            open(maker, made);
        }
    }

    @Test
    void overflow_whileScopesAreOpen_endsThemAll() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Scope> made = new ArrayList<>(DEEPEST);
            Runtimes.run(
                    CONFIG,
                    () -> go("deep", () -> {
                                try {
                                    open(made);
                                } catch (StackOverflowError e) {
                                    // as expected
                                }
                            })
                            .join());
            assertFalse(made.isEmpty());
            assertEquals(
                    0,
                    made.stream().filter(each -> each.context().err().isEmpty()).count(),
                    () -> "left open, of " + made.size());
        }
    }

    private static void open(List<Scope> made) {
        try (Scope mine = Scope.open(PARENT)) {
            made.add(mine);
            open(made);
        }
    }
}
