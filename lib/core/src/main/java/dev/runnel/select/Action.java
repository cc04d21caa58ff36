package dev.runnel.select;

/** What to do when a clause is chosen and no value is wanted. Checked exceptions may be thrown. */
@FunctionalInterface
public interface Action {

    /** Does it. */
    void run() throws Exception;
}
