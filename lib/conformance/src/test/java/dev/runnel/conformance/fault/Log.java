package dev.runnel.conformance.fault;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the runtime logs meanwhile. */
final class Log extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.runnel");
    private final boolean before = logger.getUseParentHandlers();
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Fault fault;

    Log(Fault fault) {
        this.fault = fault;
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /** Whether the fault is logged. */
    boolean hasIt() {
        return records.stream().anyMatch(record -> record.getThrown() != null && fault.is(record.getThrown()));
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
