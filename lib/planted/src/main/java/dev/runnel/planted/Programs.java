package dev.runnel.planted;

import dev.runnel.planted.programs.ChannelPrograms;
import dev.runnel.planted.programs.ContextPrograms;
import dev.runnel.planted.programs.KindPrograms;
import dev.runnel.planted.programs.OpenSelectPrograms;
import dev.runnel.planted.programs.QueuePrograms;
import dev.runnel.planted.programs.SchedulerPrograms;
import dev.runnel.planted.programs.SelectPrograms;
import dev.runnel.planted.programs.SyncPrograms;
import dev.runnel.planted.programs.TimerPrograms;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.Picker;
import dev.runnel.testkit.Policy;
import dev.runnel.testkit.ReplayPolicy;
import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.ScheduleFailure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue of programs, and how one is run: under schedules that are the same each time. */
final class Programs {

    private static final int SEED = 1;
    private static final int STEPS = 20_000;
    private static final int SHRINKS = 200;

    /** A failure that took longer than this to find is not shrunk: each run may take as long. */
    private static final long LONG = 3_000_000_000L;

    private static final List<Class<?>> CATALOGUE = List.of(
            ChannelPrograms.class,
            QueuePrograms.class,
            SelectPrograms.class,
            OpenSelectPrograms.class,
            TimerPrograms.class,
            SchedulerPrograms.class,
            SyncPrograms.class,
            ContextPrograms.class,
            KindPrograms.class);

    private Programs() {}

    /** The names, in the order in which the programs are run. */
    static List<String> names() {
        return methods().map(Method::getName).toList();
    }

    private static Stream<Method> methods() {
        return CATALOGUE.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(Program.class))
                        .sorted(Comparator.comparing(Method::getName)));
    }

    /** Runs a program under its schedules; gives the failure, if there was one. */
    static @Nullable Catch run(String name) {
        Method method = methods()
                .filter(candidate -> candidate.getName().equals(name))
                .findAny()
                .orElseThrow();
        Program program = method.getAnnotation(Program.class);
        return program.failsWith() == Program.None.class ? explore(method, program) : expect(method, program);
    }

    private static @Nullable Catch explore(Method method, Program program) {
        Set<String> missing = new TreeSet<>(List.of(program.outcomes()));
        PlainFirst policy = new PlainFirst();
        Explorer explorer = new Explorer(policy)
                .withRuns(program.runs())
                .withSteps(STEPS)
                .withFailsOnLeaks(true)
                .withChecksRuntime(true);
        long begin = System.nanoTime();
        try {
            explorer.withShrinks(0).explore(() -> call(method, missing));
        } catch (ScheduleFailure failure) {
            int run = policy.begun;
            int shrunk = System.nanoTime() - begin > LONG ? -1 : shrink(explorer, method, missing);
            int picks = failure.schedule().length();
            return new Catch(method.getName(), run, picks, shrunk, String.valueOf(failure.getCause()));
        }
        String what = "under none of the schedules comes out: " + missing;
        return missing.isEmpty() ? null : new Catch(method.getName(), program.runs(), 0, -1, what);
    }

    private static int shrink(Explorer explorer, Method method, Set<String> missing) {
        try {
            explorer.withShrinks(SHRINKS).explore(() -> call(method, missing));
            return -1;
        } catch (ScheduleFailure failure) {
            return failure.schedule().length();
        }
    }

    private static @Nullable Catch expect(Method method, Program program) {
        Iterator<Picker> pickers = new PlainFirst().pickers();
        for (int run = 1; run <= program.runs(); run++) {
            Picker picker = pickers.next();
            Explorer explorer = new Explorer(() -> List.of(picker).iterator())
                    .withRuns(1)
                    .withSteps(STEPS)
                    .withShrinks(0)
                    .withChecksRuntime(true);
            Throwable thrown = null;
            int picks = 0;
            try {
                explorer.explore(() -> call(method, new TreeSet<>()));
            } catch (ScheduleFailure failed) {
                thrown = failed.getCause();
                picks = failed.schedule().length();
            }
            if (!program.failsWith().isInstance(thrown)) {
                String what = thrown == null ? "does not fail" : thrown.toString();
                return new Catch(method.getName(), run, picks, -1, what);
            }
        }
        return null;
    }

    private static void call(Method method, Set<String> missing) throws Exception {
        try {
            if (method.getParameterCount() == 0) {
                method.invoke(null);
            } else {
                java.util.function.Consumer<String> outcome = missing::remove;
                method.invoke(null, outcome);
            }
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw thrown instanceof Exception exception ? exception : e;
        }
    }

    /** The schedule without any preemption, then a mixture with a fixed seed. Counts the schedules. */
    private static final class PlainFirst implements Policy {

        private int begun;

        @Override
        public Iterator<Picker> pickers() {
            begun = 0;
            Iterator<Picker> plain = new ReplayPolicy(Schedule.PLAIN).pickers();
            Iterator<Picker> mixed = MixedPolicy.of(SEED).pickers();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return plain.hasNext() || mixed.hasNext();
                }

                @Override
                public Picker next() {
                    begun++;
                    return plain.hasNext() ? plain.next() : mixed.next();
                }
            };
        }
    }
}
