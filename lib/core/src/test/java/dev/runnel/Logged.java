package dev.runnel;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What the library logs while this is open; it is not printed. */
public final class Logged extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.runnel");
    private final boolean before = logger.getUseParentHandlers();
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();

    public Logged() {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    public List<String> texts() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    /** The failures with which something was logged. */
    public List<@Nullable Throwable> failures() {
        return records.stream().<@Nullable Throwable>map(LogRecord::getThrown).toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(before);
    }
}
