package dev.runnel;

import dev.runnel.runtime.channel.RuntimeCheck;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks after every test and property that the open runtimes are sound, and so are the channels that goroutines wait
 * for.
 */
public final class SoundRuntimes implements AfterEachCallback, AroundPropertyHook {

    @Override
    public void afterEach(ExtensionContext context) {
        RuntimeCheck.openRuntimes();
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        return property.executeAndFinally(RuntimeCheck::openRuntimes);
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public boolean appliesTo(Optional<AnnotatedElement> element) {
        return true;
    }
}
