package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.observe.WaitProfile;
import dev.runnel.pipeline.Source;
import dev.runnel.testkit.Bubble;
import io.vavr.control.Option;
import io.vavr.match.annotation.Patterns;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Modules of a user who has what Maven brings along with Runnel's, and nothing optional: no JUnit, no jqwik, no
 * Micrometer.
 */
class ModulesTest {

    private static final List<Class<?>> AT_HAND = List.of(
            Go.class, Bubble.class, WaitProfile.class, Source.class, Option.class, Patterns.class, NullMarked.class);

    @Test
    void moduleThatRequiresOurs_needsNothingOptional() throws IOException {
        String user = """
                module user {
                    requires dev.runnel.observe;
                    requires dev.runnel.pipeline;
                    requires dev.runnel.testkit;
                }
                """;
        List<String> said = Compiling.diagnostics("module-info.java", user, "--module-path", AT_HAND).stream()
                .map(d -> d.getMessage(Locale.ROOT))
                .toList();
        assertEquals(List.of(), said);
    }
}
