package dev.runnel;

import java.util.concurrent.ScheduledFuture;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** As {@link HangGuard}, for properties. */
public final class PropertyHangGuard implements AroundPropertyHook {

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        ScheduledFuture<?> alarm = HangGuard.start(context.extendedLabel());
        try {
            return property.execute();
        } finally {
            alarm.cancel(false);
        }
    }

    @Override
    public net.jqwik.api.lifecycle.PropagationMode propagateTo() {
        return net.jqwik.api.lifecycle.PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public boolean appliesTo(java.util.Optional<java.lang.reflect.AnnotatedElement> element) {
        return true;
    }
}
