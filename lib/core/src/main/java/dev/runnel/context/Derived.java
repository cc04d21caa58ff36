package dev.runnel.context;

import java.util.ArrayDeque;
import java.util.Deque;

/** A context that was made from another; here for its name, which says how. */
interface Derived {

    /** What it was made from. */
    Context parent();

    /** What its name adds to that of its parent. */
    String suffix();

    /** The name of a context, as Go writes it; without recursion, as chains may be long. */
    static String name(Derived context) {
        Deque<String> suffixes = new ArrayDeque<>();
        Derived at = context;
        suffixes.push(at.suffix());
        while (at.parent() instanceof Derived above) {
            at = above;
            suffixes.push(at.suffix());
        }
        return at.parent() + String.join("", suffixes);
    }
}
