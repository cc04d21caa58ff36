package dev.runnel.sample.md5;

import static dev.runnel.Go.select;
import static dev.runnel.Go.tick;

import dev.runnel.channel.RecvChan;
import dev.runnel.select.Select;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Owns the counters: the digesters report, and it prints them now and then, so that the user sees that something
 * happens.
 */
final class Meter {

    /**
     * Progress since the last report.
     *
     * @param files files that were read to their end
     * @param bytes bytes that were read
     */
    record Report(int files, int bytes) {}

    private final RecvChan<Report> reports;
    private final Duration period;
    private final PrintStream err;
    private boolean open = true;
    private long files;
    private long bytes;

    /**
     * @param reports what is to be counted, until it is closed
     * @param period the time from one print to the next
     * @param err where to print
     */
    Meter(RecvChan<Report> reports, Duration period, PrintStream err) {
        this.reports = reports;
        this.period = period;
        this.err = err;
    }

    /** Counts until there are no more reports. */
    void run() {
        Select next = select().recv(reports, report -> report.peek(this::count).onEmpty(() -> open = false))
                .recv(tick(period), () -> err.println("md5: " + totals() + " so far"));
        while (open) {
            next.run();
        }
    }

    private void count(Report report) {
        files += report.files();
        bytes += report.bytes();
    }

    /** What has been counted so far. Others than the meter itself may ask only once it has ended. */
    String totals() {
        return files + " files, " + bytes + " bytes";
    }
}
