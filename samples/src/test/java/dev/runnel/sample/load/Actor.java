package dev.runnel.sample.load;

/** A client that does something again and again. Used by one thread. */
interface Actor extends AutoCloseable {

    /** What it does, for reports. */
    String name();

    /**
     * Does it once.
     *
     * @throws Exception if the server did not answer as it should
     */
    void act() throws Exception;

    @Override
    default void close() throws Exception {}
}
