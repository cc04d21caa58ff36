package dev.runnel.observe.jmx;

import dev.runnel.scheduler.ObservedRuntime;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;

/**
 * What is registered: the bean, and with it, for consoles, the names of its parameters, which an MXBean does not tell
 * by itself.
 */
final class ShownBean extends StandardMBean {

    ShownBean(ObservedRuntime runtime) {
        super(new RuntimeBean(runtime), RuntimeMXBean.class, true);
    }

    @Override
    protected String getParameterName(MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
        return switch (operation.getName()) {
            case "leaks" -> "seconds";
            case "startRecording" -> "events";
            case "writeRecording" -> "file";
            default -> super.getParameterName(operation, parameter, sequence);
        };
    }
}
