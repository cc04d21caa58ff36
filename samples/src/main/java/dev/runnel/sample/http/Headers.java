package dev.runnel.sample.http;

import java.util.ArrayList;
import java.util.List;

/** The header lines of a request, in their order. Case does not matter in names. */
public final class Headers {

    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    void add(String name, String value) {
        names.add(name);
        values.add(value);
    }

    /** How many there are. */
    public int size() {
        return names.size();
    }

    /** How many have this name. */
    public int count(String name) {
        int count = 0;
        for (String each : names) {
            count += each.equalsIgnoreCase(name) ? 1 : 0;
        }
        return count;
    }

    /** The value of the first with this name; empty if there is none. */
    public String get(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return values.get(i);
            }
        }
        return "";
    }

    /** Whether one with this name has this word in its list of words. */
    public boolean lists(String name, String word) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name) && listed(values.get(i), word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean listed(String value, String word) {
        if (value.equalsIgnoreCase(word)) {
            return true;
        }
        for (String each : value.split(",", -1)) {
            if (each.strip().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }
}
