package dev.runnel.sample;

import dev.runnel.observe.timeline.TimelineFile;
import dev.runnel.sample.chat.ChatCommand;
import dev.runnel.sample.crawl.CrawlCommand;
import dev.runnel.sample.deadlock.DeadlockCommand;
import dev.runnel.sample.fanin.FanInCommand;
import dev.runnel.sample.fib.FibCommand;
import dev.runnel.sample.leak.LeakCommand;
import dev.runnel.sample.md5.Md5Command;
import dev.runnel.sample.million.MillionCommand;
import dev.runnel.sample.philosophers.PhilosophersCommand;
import dev.runnel.sample.pingpong.PingPongCommand;
import dev.runnel.sample.pubsub.PubSubCommand;
import dev.runnel.sample.ratelimit.RateLimitCommand;
import dev.runnel.sample.search.SearchCommand;
import dev.runnel.sample.service.ServiceCommand;
import dev.runnel.sample.sieve.SieveCommand;
import dev.runnel.sample.squares.SquaresCommand;
import dev.runnel.sample.steps.StepsCommand;
import dev.runnel.sample.verify.VerifyCommand;
import dev.runnel.sample.workers.WorkersCommand;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Starts a sample by its name; without a name, lists the samples. {@link dev.runnel.sample} says how to run one. */
public final class Main {

    private static final int TROUBLE = 2;
    private static final String TIMELINE = "--timeline";

    private record Program(String name, String parameters, String summary, Command command) {

        String usage() {
            return (name + " " + parameters).strip();
        }
    }

    private static final List<Program> PROGRAMS = List.of(
            new Program(
                    "md5", "DIR [--workers N]", "digests of all files below DIR, as md5sum prints", new Md5Command()),
            new Program("sieve", "N", "the first N primes, through a chain of filters", new SieveCommand()),
            new Program("fib", "N", "the N-th Fibonacci number, a goroutine per call", new FibCommand()),
            new Program(
                    "steps", "PROGRAM N", "fork and join of fib(N), step by step, two Ps in turn", new StepsCommand()),
            new Program("pingpong", "[ROUNDS]", "two goroutines and two channels", new PingPongCommand()),
            new Program("fanin", "[SOURCES] [VALUES]", "many channels merged into one", new FanInCommand()),
            new Program("million", "[N]", "a million goroutines, blocked and released", new MillionCommand()),
            new Program("deadlock", "", "the report when nothing can ever run again", new DeadlockCommand()),
            new Program("leak", "[REPLICAS]", "goroutines that nobody can reach any more", new LeakCommand()),
            new Program(
                    "service",
                    "[PORT] [--connections N] [--body BYTES] [--idle S] [--request S] [--write S] [--drain S]",
                    "a key-value service over HTTP",
                    new ServiceCommand()),
            new Program("squares", "N [TAKE]", "a pipeline that is left early", new SquaresCommand()),
            new Program("verify", "LIST [--workers N]", "files against a list of sha256sum", new VerifyCommand()),
            new Program("workers", "[JOBS] [--workers N]", "a pool, its results in order", new WorkersCommand()),
            new Program("ratelimit", "[REQUESTS] [PER_SECOND] [BURST]", "a token bucket", new RateLimitCommand()),
            new Program("search", "QUERY [REPLICAS] [MILLIS]", "the first of many answers", new SearchCommand()),
            new Program("pubsub", "[MESSAGES]", "topics, and what slow subscribers get", new PubSubCommand()),
            new Program(
                    "crawl",
                    "DIR [--depth N] [--fetches N]",
                    "the pages that DIR/index.html leads to",
                    new CrawlCommand()),
            new Program(
                    "philosophers",
                    "TABLE [SEATS] [MEALS]",
                    "greedy, ordered, waited or polite",
                    new PhilosophersCommand()),
            new Program("chat", "[PORT]", "a chat server on sockets", new ChatCommand()));

    private Main() {}

    /** Ends the JVM with the program's exit status. */
    public static void main(String[] args) {
        System.exit(run(List.of(args), Terminal.system()));
    }

    /**
     * Runs a program.
     *
     * @param words its name and its arguments
     * @param terminal where it prints
     * @return the exit status: what the program says, or 2 if it could not do its work
     */
    public static int run(List<String> words, Terminal terminal) {
        try {
            if (words.isEmpty()) {
                return list(terminal);
            }
            return words.head().equals(TIMELINE) ? recorded(words.tail(), terminal) : start(words, null, terminal);
        } catch (IOException e) {
            return complain(terminal, String.valueOf(e.getMessage()));
        }
    }

    private static int list(Terminal terminal) throws IOException {
        int width = PROGRAMS.map(program -> program.usage().length()).max().get();
        for (Program program : PROGRAMS) {
            terminal.say(("%-" + width + "s  %s").formatted(program.usage(), program.summary()));
        }
        return 0;
    }

    /** {@code --timeline FILE}, then the program: its run is recorded, and is in that file once it has ended. */
    private static int recorded(List<String> words, Terminal terminal) throws IOException {
        if (words.length() < 2) {
            return complain(terminal, "usage: " + TIMELINE + " FILE.html PROGRAM ...");
        }
        TimelineFile opened;
        try {
            opened = TimelineFile.open(Path.of(words.head()));
        } catch (IOException | InvalidPathException e) {
            return complain(terminal, TIMELINE + ": '" + words.head() + "' cannot be written: " + e.getMessage());
        }
        try (TimelineFile file = opened) {
            return start(words.tail(), file, terminal);
        }
    }

    private static int start(List<String> words, @Nullable TimelineFile timeline, Terminal terminal) {
        String name = words.head();
        Option<Program> found = PROGRAMS.find(program -> program.name().equals(name));
        if (found.isEmpty()) {
            String known = PROGRAMS.map(Program::name).mkString(", ");
            return complain(terminal, "there is no program '" + name + "'; there are " + known);
        }
        Program program = found.get();
        try {
            return program.command().run(new Arguments(program.usage(), words.tail()), terminal);
        } catch (DeadlockException e) {
            if (timeline != null) {
                timeline.failed(e);
            }
            return complain(terminal, "fatal error: " + e.getMessage());
        } catch (GoroutineFailedException e) {
            if (timeline != null) {
                timeline.failed(e);
            }
            return failed(name, e, terminal);
        } catch (IOException | UsageException e) {
            return complain(terminal, name + ": " + e.getMessage());
        } catch (IllegalArgumentException | IllegalStateException e) {
            return complain(terminal, name + ": " + e.getMessage()); // the runtime refuses its settings
        }
    }

    /**
     * A failure that the outside world caused is told in one line; any other is a mistake in the program, and is shown
     * in full.
     */
    private static int failed(String name, GoroutineFailedException failure, Terminal terminal) {
        if (failure.getCause() instanceof IOException cause) {
            return complain(terminal, name + ": " + cause.getMessage());
        }
        failure.printStackTrace(terminal.err());
        return TROUBLE;
    }

    private static int complain(Terminal terminal, String text) {
        terminal.err().println(text.stripTrailing());
        return TROUBLE;
    }
}
