package dev.runnel.bench.runner;

import dev.runnel.bench.report.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** All workloads, one after the other; in each the contenders take turns, so that what slows the machine slows all. */
final class Match {

    /** How a note begins that says that something went wrong. */
    static final String FAILED = "FAILED";

    private final Options options;
    private final List<Result> results = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Profiled> profiles = new ArrayList<>();
    private final Map<String, long[]> idle = new LinkedHashMap<>();
    private final Map<String, Running> kept = new LinkedHashMap<>();
    private List<Contender> contenders = List.of();

    Match(Options options) {
        this.options = options;
    }

    /** Plays, and gives the results in the order of the workloads. */
    List<Result> play() throws Exception {
        contenders = new Contenders(options).all();
        try {
            for (Row row : options.rows()) {
                int before = results.size();
                play(row);
                say(row, results.subList(before, results.size()));
            }
        } finally {
            close(kept);
        }
        sayIdle();
        return results;
    }

    /** Prints the row at once, for those who watch. */
    private static void say(Row row, List<Result> results) {
        StringBuilder line = new StringBuilder(row.label()).append('/').append(row.cap());
        results.forEach(r -> line.append(String.format(Locale.ROOT, " %s %.1f", r.contender(), r.nsPerOp())));
        System.err.println(line);
    }

    /** What else is to be said. */
    List<String> notes() {
        return notes;
    }

    /** Where the time went, if that was asked for. */
    List<Profiled> profiles() {
        return profiles;
    }

    private void play(Row row) throws IOException {
        Map<String, Running> running = processes(row);
        List<Entry> entries = new ArrayList<>();
        for (Contender contender : contenders) {
            attempt(
                    row,
                    contender,
                    running,
                    () -> enter(row, contender, running).ifPresent(entries::add));
        }
        if (options.profile()) {
            each(row, entries, running, Entry::startProfile);
        }
        for (int i = 0; i < options.rounds(); i++) {
            each(row, entries, running, Entry::round);
            Collections.rotate(entries, 1); // no one always comes after the same other
        }
        if (options.profile()) {
            each(
                    row,
                    entries,
                    running,
                    entry -> entry.endProfile(options.profiles()).ifPresent(profiles::add));
        }
        for (Contender contender : contenders) {
            for (Entry entry : entries) {
                if (entry.contender() == contender) {
                    results.add(entry.result());
                    long[] sums = idle.computeIfAbsent(contender.name(), name -> new long[2]);
                    sums[0] += entry.idleCpu();
                    sums[1] += entry.idleWall();
                }
            }
        }
        if (running != kept) {
            close(running);
        }
    }

    /** In a quick run the same processes serve for all workloads; otherwise each workload begins with new ones. */
    private Map<String, Running> processes(Row row) {
        return options.quick() && !row.alone() ? kept : new LinkedHashMap<>();
    }

    private Optional<Entry> enter(Row row, Contender contender, Map<String, Running> running) throws IOException {
        Running process = running.get(contender.name());
        if (process == null) {
            process = new Running(contender, row);
            running.put(contender.name(), process);
        }
        Optional<Entry> entry = Entry.warmedUp(process, row, options);
        if (entry.isEmpty() && running != kept) {
            running.remove(contender.name()).close(); // its memory is for the others
        }
        if (!options.quick() && entry.map(Entry::getsFaster).orElse(false)) {
            notes.add(row.label() + "/" + row.cap() + ": " + contender.name()
                    + " still got faster when its rounds began");
        }
        return entry;
    }

    private interface Step {
        void take(Entry entry) throws IOException;
    }

    /** Has each take the step; one that fails is out. */
    private void each(Row row, List<Entry> entries, Map<String, Running> running, Step step) {
        for (Entry entry : List.copyOf(entries)) {
            attempt(row, entry.contender(), running, () -> {
                try {
                    step.take(entry);
                } catch (IOException e) {
                    entries.remove(entry);
                    throw e;
                }
            });
        }
    }

    private interface Attempt {
        void make() throws IOException;
    }

    /** A contender that fails is out of the workload, and gets a new process for the next. */
    private void attempt(Row row, Contender contender, Map<String, Running> running, Attempt attempt) {
        try {
            attempt.make();
        } catch (IOException e) {
            notes.add(FAILED + " " + row.label() + "/" + row.cap() + ": " + e.getMessage());
            Optional.ofNullable(running.remove(contender.name())).ifPresent(Running::close);
        }
    }

    private void sayIdle() {
        StringBuilder text = new StringBuilder("CPU while others had their rounds, in percent of one processor:");
        idle.forEach((name, sums) ->
                text.append(String.format(Locale.ROOT, " %s %.2f", name, 100.0 * sums[0] / Math.max(1, sums[1]))));
        notes.add(text.toString());
    }

    private static void close(Map<String, Running> running) {
        running.values().forEach(Running::close);
        running.clear();
    }
}
