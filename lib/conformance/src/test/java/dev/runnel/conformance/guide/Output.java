package dev.runnel.conformance.guide;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/** What programs print. One at a time: standard output is the JVM's. */
final class Output {

    private Output() {}

    /** A body that may throw anything. */
    @FunctionalInterface
    interface Program {
        void run() throws ReflectiveOperationException;
    }

    static String ofMain(Class<?> main) throws ReflectiveOperationException {
        return of(() -> {
            try {
                main.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                String text = e.getCause().toString();
                System.out.println("Exception in thread \"main\" "
                        + text.lines().findFirst().orElse(""));
            }
        });
    }

    static String of(Program program) throws ReflectiveOperationException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(printed);
        try {
            program.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n").stripTrailing();
    }
}
