package dev.runnel.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What came of the tests of a class that is written to fail, and that no build runs by itself. */
public record Launched(List<String> passed, List<Throwable> failures) {

    /** Runs one method. */
    public static Launched method(Class<?> type, String method) {
        Launched result = new Launched(new ArrayList<>(), new ArrayList<>());
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(type, named(type, method)))
                .configurationParameter(
                        "junit.jupiter.extensions.autodetection.exclude", "*.NothingLeft") // some leave much
                .configurationParameter("jqwik.reporting.usejunitplatform", "true") // to nobody
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
                outcome.getThrowable().ifPresent(result.failures::add);
                if (test.isTest() && outcome.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                    result.passed.add(test.getDisplayName());
                }
            }
        });
        return result;
    }

    private static Method named(Class<?> type, String method) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .findAny()
                .orElseThrow();
    }

    /** The one failure. */
    public Throwable failure() {
        if (failures.size() != 1) {
            throw new AssertionError("not one failure, but " + failures);
        }
        return failures.getFirst();
    }
}
