package dev.runnel.testkit;

import dev.runnel.Go;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the program calls the library: its innermost frame that is neither of the library nor of the JDK, nor of what
 * helps with either.
 */
final class Place {

    /** Of a call whose place is not known, or a step that is no call. */
    static final String NONE = "";

    /** The method of a lambda is shown as the method that the lambda stands in, under that method's name in a stack. */
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+)\\$\\d+");

    /**
     * Vavr, which comes with the library, and what tests are written with: their frames say nothing of where the
     * program is.
     */
    private static final Pattern HELPERS =
            Pattern.compile("(io\\.vavr|org\\.junit|org\\.opentest4j|org\\.assertj|org\\.hamcrest|net\\.jqwik)\\..*");

    /**
     * One class of each artifact of the library that this artifact does without: what comes from the same place as that
     * class is the library's.
     */
    private static final List<String> OTHERS =
            List.of("dev.runnel.pipeline.Pipeline", "dev.runnel.interop.Futures", "dev.runnel.observe.Trace");

    /** Whether a class is the program's. */
    private static final ClassValue<Boolean> PROGRAMS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            CodeSource from = type.getProtectionDomain().getCodeSource();
            return !(from == null
                    || isOfJdk(type)
                    || isOfHelpers(type.getName())
                    || isSame(from, Go.class)
                    || isSame(from, Place.class)
                    || isOfAnother(from, type));
        }
    };

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private Place() {}

    /** Whether a class is none of those that are passed over. */
    static boolean isOfProgram(Class<?> type) {
        return PROGRAMS.get(type);
    }

    /** Whether a class of this name is of vavr, or of a library for tests. */
    static boolean isOfHelpers(String type) {
        return HELPERS.matcher(type).matches();
    }

    /** On the goroutine that calls: {@code Type.method(File.java:line)}. */
    static String ofCaller() {
        return WALKER.walk(frames -> frames.filter(frame -> PROGRAMS.get(frame.getDeclaringClass()))
                .findFirst()
                .map(Place::text)
                .orElse(NONE));
    }

    /** Whether it is this class of the library that makes the call, for something else that the program has called. */
    static boolean isCalledBy(Class<?> type) {
        return WALKER.walk(frames -> frames.takeWhile(frame -> !PROGRAMS.get(frame.getDeclaringClass()))
                .anyMatch(frame -> frame.getDeclaringClass() == type));
    }

    private static String text(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String method = method(frame.getMethodName());
        String file = Objects.requireNonNullElse(frame.getFileName(), "unknown");
        return simple + "." + method + "(" + file + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "")
                + ")";
    }

    private static String method(String name) {
        Matcher lambda = LAMBDA.matcher(name);
        if (!lambda.matches()) {
            return name;
        }
        String in = lambda.group(1);
        return switch (in) {
            case "new" -> "<init>"; // so the compiler calls it; no method of a program has either name
            case "static" -> "<clinit>";
            default -> in;
        };
    }

    private static boolean isOfJdk(Class<?> type) {
        @Nullable ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static boolean isOfAnother(CodeSource from, Class<?> type) {
        return type.getName().startsWith("dev.runnel.")
                && OTHERS.stream().anyMatch(other -> isWith(other, from, type.getClassLoader()));
    }

    private static boolean isWith(String other, CodeSource from, @Nullable ClassLoader loader) {
        try {
            return isSame(from, Class.forName(other, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // the program does without that artifact, too
        }
    }

    private static boolean isSame(CodeSource from, Class<?> ours) {
        return from.equals(ours.getProtectionDomain().getCodeSource());
    }
}
