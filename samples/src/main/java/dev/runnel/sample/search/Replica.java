package dev.runnel.sample.search;

import dev.runnel.context.Context;

/** A server that can be asked. */
@FunctionalInterface
interface Replica {

    /**
     * Asks it.
     *
     * @param context when it ends, the answer is no longer wanted
     * @return the answer
     */
    String ask(String query, Context context) throws Exception;
}
