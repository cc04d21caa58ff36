package dev.runnel.testkit.junit;

import dev.runnel.testkit.Exploration;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.Policy;
import dev.runnel.testkit.ReplayPolicy;
import dev.runnel.testkit.Schedule;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Does what {@link Interleavings} says; for JUnit. */
public final class InterleavingsExtension implements TestTemplateInvocationContextProvider {

    /** For JUnit. */
    public InterleavingsExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return wanted(context).isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Interleavings wanted = wanted(context).orElseThrow();
        return Stream.of(new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int invocationIndex) {
                return wanted.schedule().isEmpty() ? wanted.value() + " interleavings" : "under " + wanted.schedule();
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(new Interceptor(wanted));
            }
        });
    }

    private static Optional<Interleavings> wanted(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getTestMethod(), Interleavings.class);
    }

    private record Interceptor(Interleavings wanted) implements InvocationInterceptor {

        @Override
        public void interceptTestTemplateMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext context) {
            invocation.skip(); // the invocation may be made once only
            Method method = call.getExecutable();
            Object[] arguments = call.getArguments().toArray();
            Object target = call.getTarget().orElse(null);
            Explorer explorer = new Explorer(policy())
                    .withRuns(wanted.value())
                    .withSteps(wanted.steps())
                    .withFailsOnLeaks(wanted.failsOnLeaks());
            // called by JUnit, to which a module opens its tests; what the method throws comes out as it is
            Exploration done = explorer.explore(() -> ReflectionSupport.invokeMethod(method, target, arguments));
            if (wanted.schedule().isEmpty() && done.runs() < wanted.value() && !done.complete()) {
                throw new AssertionError("interrupted after " + done.runs() + " of " + wanted.value()
                        + " interleavings, of which none has failed");
            }
        }

        private Policy policy() {
            return wanted.schedule().isEmpty()
                    ? MixedPolicy.ofThisRun()
                    : new ReplayPolicy(Schedule.parse(wanted.schedule()));
        }
    }
}
