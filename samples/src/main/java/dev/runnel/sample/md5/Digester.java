package dev.runnel.sample.md5;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests one file after the other, with one buffer for all of them. */
final class Digester {

    private static final int BUFFER = 128 * 1024;

    private final RecvChan<Job> jobs;
    private final SendChan<Meter.Report> reports;
    private final RecvChan<Void> quit;
    private final byte[] buffer = new byte[BUFFER];
    private final MessageDigest md5 = newMd5();

    /**
     * @param jobs what there is to do, until it is closed
     * @param reports gets what was done
     * @param quit closed when nobody wants the digests any more
     */
    Digester(RecvChan<Job> jobs, SendChan<Meter.Report> reports, RecvChan<Void> quit) {
        this.jobs = jobs;
        this.reports = reports;
        this.quit = quit;
    }

    /** Works until there are no more jobs. */
    void run() {
        for (Job job : jobs) {
            job.outcome().send(digest(job));
        }
    }

    private Outcome digest(Job job) {
        try {
            String digest = digest(job.path());
            reports.send(new Meter.Report(1, 0));
            return new Outcome.Digested(job.name(), digest);
        } catch (IOException e) {
            return new Outcome.Unreadable(job.name(), e);
        }
    }

    private String digest(Path path) throws IOException {
        md5.reset();
        try (InputStream file = Files.newInputStream(path)) {
            for (int n = file.read(buffer); n >= 0; n = file.read(buffer)) {
                md5.update(buffer, 0, n);
                reports.send(new Meter.Report(0, n));
                if (quit.tryRecv().isClosed()) {
                    throw new InterruptedIOException("nobody wants the digest any more");
                }
            }
        }
        return HexFormat.of().formatHex(md5.digest());
    }

    private static MessageDigest newMd5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
