package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.XorShift;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.SpawnPolicy;
import dev.runnel.sync.WaitGroup;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Programs whose result does not depend on the order give the same result, whichever goroutine runs first after
 * {@code go}.
 */
class SpawnPolicyProps {

    /** How a task has its children done. */
    enum Form {
        /** Called. */
        CALL,
        /** Goroutines that write into fields; joined by a group. */
        GROUP,
        /** Goroutines that send on one channel without a buffer. */
        RENDEZVOUS,
        /** Goroutines that send on one channel with a buffer; each yields first. */
        BUFFER,
        /**
         * A chain: each child adds to what the one before has sent, which a select chooses beside a channel that nobody
         * uses.
         */
        CHAIN
    }

    /** A task: its own number, and others. */
    record Tree(int value, Form form, List<Tree> children) {}

    private static long plain(Tree tree) {
        return tree.value
                + tree.children.stream().mapToLong(SpawnPolicyProps::plain).sum();
    }

    private static long run(Tree tree) throws Exception {
        List<Tree> children = tree.children;
        return tree.value
                + switch (tree.form) {
                    case CALL -> {
                        long sum = 0;
                        for (Tree child : children) {
                            sum += run(child);
                        }
                        yield sum;
                    }
                    case GROUP -> {
                        AtomicLong sum = new AtomicLong();
                        WaitGroup left = new WaitGroup();
                        children.forEach(child -> left.go(() -> sum.addAndGet(run(child))));
                        left.await();
                        yield sum.get();
                    }
                    case RENDEZVOUS -> {
                        Chan<Long> results = Go.chan();
                        children.forEach(child -> Go.go(() -> results.send(run(child))));
                        yield sum(results, children.size());
                    }
                    case BUFFER -> {
                        Chan<Long> results = Go.chan(2);
                        children.forEach(child -> Go.go(() -> {
                            Go.gosched();
                            results.send(run(child));
                        }));
                        yield sum(results, children.size());
                    }
                    case CHAIN -> {
                        Chan<Long> unused = Go.chan();
                        Chan<Long> first = Go.chan(1);
                        first.send(0L);
                        Chan<Long> last = first;
                        for (Tree child : children) {
                            Chan<Long> from = last;
                            Chan<Long> to = Go.chan();
                            Go.go(() -> {
                                long[] before = new long[1];
                                Go.select()
                                        .recv(from, n -> before[0] = n.get())
                                        .recv(unused, n -> {
                                            throw new AssertionError("nobody sends that");
                                        })
                                        .run();
                                to.send(before[0] + run(child));
                            });
                            last = to;
                        }
                        yield last.recv().get();
                    }
                };
    }

    private static long sum(Chan<Long> results, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += results.recv().get();
        }
        return sum;
    }

    @Property(tries = 60)
    void result_isTheSame(@ForAll("trees") Tree tree) {
        for (SpawnPolicy spawn : SpawnPolicy.values()) {
            for (int procs : new int[] {1, 2, 4}) {
                RuntimeConfig config = Runtimes.withProcs(procs).withSpawn(spawn);
                Runtimes.run(config, () -> assertEquals(plain(tree), run(tree), spawn + " on " + procs));
            }
        }
    }

    /** On schedules that come from a seed. */
    @Property(tries = 200)
    void result_isTheSameOnDirectedSchedules(@ForAll("trees") Tree tree, @ForAll long seed) {
        for (SpawnPolicy spawn : SpawnPolicy.values()) {
            long[] result = new long[1];
            Scheduler scheduler =
                    Schedulers.directed(RuntimeConfig.fromProperties().withSpawn(spawn), new Seeded(seed));
            scheduler.mainRun().run(() -> {
                result[0] = run(tree);
                scheduler.view().checkQueues();
            });
            assertEquals(plain(tree), result[0], spawn + ", " + seed);
        }
    }

    private static final class Seeded implements Director {
        private final XorShift chance;

        Seeded(long seed) {
            chance = new XorShift(seed);
        }

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            return chance.below(options);
        }

        @Override
        public void happens(Object goroutine, Act act, Object on) {}
    }

    @Provide
    Arbitrary<Tree> trees() {
        Arbitrary<Tree> trees = node(Arbitraries.just(List.of()));
        for (int depth = 0; depth < 4; depth++) {
            trees = node(trees.list().ofMaxSize(3));
        }
        return trees;
    }

    private static Arbitrary<Tree> node(Arbitrary<List<Tree>> children) {
        return Combinators.combine(Arbitraries.integers().between(-100, 100), Arbitraries.of(Form.class), children)
                .as(Tree::new);
    }
}
