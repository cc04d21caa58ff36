package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The command: a trace file in, a page out. */
public final class Main {

    private static final String USAGE = "usage: java -cp ... " + Main.class.getName() + " TRACE.json PAGE.html";
    private static final int TROUBLE = 2;

    private Main() {}

    /** Ends the JVM: with 0, or 2 if it could not do its work. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        if (args.length != 2) {
            err.println(USAGE);
            return TROUBLE;
        }
        String at = args[0];
        try {
            Trace trace = Trace.read(Path.of(args[0]));
            at = args[1];
            Timeline.write(trace, Path.of(args[1]));
            out.println(args[1] + ": " + trace);
            return 0;
        } catch (IllegalArgumentException e) {
            err.println((e instanceof InvalidPathException ? at : args[0] + " is no trace") + ": " + e.getMessage());
        } catch (NoSuchFileException e) {
            err.println(at + ": there is no such file or folder");
        } catch (AccessDeniedException e) {
            err.println(at + ": access is denied");
        } catch (MalformedInputException e) {
            err.println(at + " is no trace: it is not UTF-8");
        } catch (IOException e) {
            err.println(at + ": " + e.getMessage());
        }
        return TROUBLE;
    }
}
