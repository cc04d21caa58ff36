package dev.runnel.sample.md5;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Finds the regular files, in the order of the bytes of their paths. It follows no symbolic links.
 *
 * <p>No whole paths are sorted for that: within a directory, the name of a subdirectory counts as if it ended in a
 * slash, since a slash comes after it in the paths below it.
 *
 * @param jobs to the digesters; closed at the end
 * @param order to the collector, the outcomes in the order of the output; closed at the end
 * @param failure gets the reason if the walk could not begin
 * @param quit closed when nobody wants the files any more
 */
record Walker(
        SendChan<Job> jobs, SendChan<RecvChan<Outcome>> order, SendChan<IOException> failure, RecvChan<Void> quit) {

    private record Entry(Path path, RawName name, boolean isDirectory) {}

    /** Walks, to the end or until told to quit. */
    void run(Root root) {
        try {
            if (root.attributes().isDirectory()) {
                walk(root.path(), root.name().slashed());
            } else if (root.attributes().isRegularFile()) {
                submit(root.path(), root.name());
            }
        } catch (IOException e) {
            failure.send(new IOException("'" + root.path() + "': " + Reasons.of(e), e));
        } finally {
            jobs.close();
            order.close();
        }
    }

    /**
     * Submits what is below a directory.
     *
     * @return whether to go on
     * @throws IOException if the directory cannot be opened
     */
    private boolean walk(Path directory, RawName prefix) throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (!list(directory, prefix, entries)) {
            return false;
        }
        entries.sort(Comparator.comparing(Entry::name));
        for (Entry entry : entries) {
            RawName name = prefix.plus(entry.name());
            boolean goOn = entry.isDirectory() ? descend(entry.path(), name) : submit(entry.path(), name);
            if (!goOn) {
                return false;
            }
        }
        return true;
    }

    private boolean descend(Path directory, RawName name) {
        try {
            return walk(directory, name);
        } catch (IOException e) {
            return report(name, e);
        }
    }

    /** Reads a directory as far as it can be read. */
    private boolean list(Path directory, RawName prefix, List<Entry> entries) throws IOException {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (Path path : paths) {
                RawName name = RawName.of(path);
                try {
                    add(path, name, entries);
                } catch (IOException e) {
                    if (!report(prefix.plus(name), e)) {
                        return false;
                    }
                }
            }
            return true;
        } catch (DirectoryIteratorException e) {
            return report(prefix, Objects.requireNonNull(e.getCause()));
        }
    }

    private static void add(Path path, RawName name, List<Entry> entries) throws IOException {
        BasicFileAttributes kind = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (kind.isDirectory()) {
            entries.add(new Entry(path, name.slashed(), true));
        } else if (kind.isRegularFile()) {
            entries.add(new Entry(path, name, false));
        }
    }

    private boolean submit(Path path, RawName name) {
        Chan<Outcome> outcome = chan(1);
        return offer(order, outcome) && offer(jobs, new Job(path, name, outcome));
    }

    private boolean report(RawName name, IOException cause) {
        Chan<Outcome> outcome = chan(1);
        outcome.send(new Outcome.Unreadable(name, cause));
        return offer(order, outcome);
    }

    /** Sends, unless told to quit first. */
    private <T> boolean offer(SendChan<T> channel, T value) {
        return choose().send(channel, value, () -> true).recv(quit, () -> false).get();
    }
}
