package dev.runnel.conformance;

import dev.runnel.Go;
import dev.runnel.runtime.channel.RuntimeCheck;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** The runs of a {@link GoTest}. */
final class Runs implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(GoTest.class);
    }

    /** Some tests run under schedules only. */
    @Override
    public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
        return !ChosenSchedules.areRunHere();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        GoTest test = context.getRequiredTestMethod().getAnnotation(GoTest.class);
        List<TestTemplateInvocationContext> runs = new ArrayList<>();
        for (int procs : test.procs()) {
            runs.add(run("procs=" + procs, body -> onProcs(procs, body)));
        }
        if (test.schedules() > 0 && ChosenSchedules.areRunHere()) {
            runs.add(run(test.schedules() + " schedules", body -> ChosenSchedules.run(test.schedules(), body)));
        }
        if (test.everySchedule() && ChosenSchedules.areRunHere()) {
            runs.add(run("every schedule", ChosenSchedules::runEach));
        }
        return runs.stream();
    }

    /** How a body is run. */
    @FunctionalInterface
    interface Runner {
        void run(TestBody body) throws Throwable;
    }

    /** The test method, on a new instance. */
    @FunctionalInterface
    interface TestBody {
        void run() throws Exception;
    }

    private static void onProcs(int procs, TestBody body) throws Throwable {
        try {
            Go.run(RuntimeConfig.fromProperties().withProcs(procs), () -> {
                body.run();
                RuntimeCheck.openRuntimes(); // while those that are left behind still wait
            });
        } catch (GoroutineFailedException e) {
            Throwable cause = e.getCause();
            cause.addSuppressed(new RuntimeException(e.dump()));
            throw cause;
        }
    }

    private static TestTemplateInvocationContext run(String name, Runner runner) {
        return new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int index) {
                return name;
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(new InvocationInterceptor() {
                    @Override
                    public void interceptTestTemplateMethod(
                            Invocation<Void> invocation,
                            ReflectiveInvocationContext<Method> method,
                            ExtensionContext context)
                            throws Throwable {
                        invocation.skip();
                        runner.run(() -> invoke(method));
                    }
                });
            }
        };
    }

    private static void invoke(ReflectiveInvocationContext<Method> method) throws Exception {
        Constructor<?> constructor = method.getTargetClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        Method test = method.getExecutable();
        test.setAccessible(true);
        try {
            test.invoke(constructor.newInstance(), method.getArguments().toArray());
        } catch (InvocationTargetException e) {
            throw Runs.<RuntimeException>unchecked(e.getCause());
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
