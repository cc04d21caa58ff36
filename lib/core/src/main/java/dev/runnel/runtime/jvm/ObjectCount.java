package dev.runnel.runtime.jvm;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How many objects of a class there are that something refers to, as the JVM counts them. It collects all garbage for
 * that, so this is for rare use. Needs the module jdk.management.
 */
final class ObjectCount {

    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final String HISTOGRAM = "gcClassHistogram";

    private ObjectCount() {}

    /**
     * Counts now.
     *
     * @param className the name of the class
     * @return -1 if the JVM does not tell; 0 if it does not name the class
     */
    static long of(String className) {
        try {
            Object text = ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName(COMMANDS), HISTOGRAM, new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            return in(String.valueOf(text), className);
        } catch (JMException | RuntimeException | LinkageError e) {
            return -1; // no such bean
        }
    }

    /** A line has a number, that of the objects, their bytes, the name and sometimes the module. */
    private static long in(String histogram, String className) {
        Matcher line = Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+" + Pattern.quote(className) + "(\\s|$)")
                .matcher(histogram);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
