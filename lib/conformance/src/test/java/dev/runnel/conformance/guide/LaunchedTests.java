package dev.runnel.conformance.guide;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Property;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs blocks that are tests as tests; they print a line for each test, with the first line of its failure. */
final class LaunchedTests {

    private LaunchedTests() {}

    static boolean isTestClass(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).anyMatch(m -> m.isAnnotationPresent(Property.class));
    }

    static String run(Class<?> type) throws ReflectiveOperationException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .build();
        List<String> results = new ArrayList<>();
        Output.of(() -> LauncherFactory.create()
                .execute(
                        request,
                        new TestExecutionListener() { // engines report results, too
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest()) {
                                    results.add(test.getDisplayName() + ": " + line(result));
                                }
                            }
                        }));
        return String.join("\n", results);
    }

    private static String line(TestExecutionResult result) {
        return result.getThrowable()
                .map(thrown ->
                        String.valueOf(thrown.getMessage()).lines().findFirst().orElse(""))
                .orElse("passed");
    }
}
