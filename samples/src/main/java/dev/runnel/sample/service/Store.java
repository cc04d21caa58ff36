package dev.runnel.sample.service;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/** Owns the values. */
final class Store {

    /**
     * A question.
     *
     * @param query what is asked
     * @param answer takes the answer without blocking, so that a slow client does not hold up the store
     */
    record Call(Request.Query query, SendChan<String> answer) {}

    private final Map<String, String> values = new HashMap<>();
    private final int most;

    /**
     * @param most how many keys there may be
     */
    Store(int most) {
        this.most = most;
    }

    /** Answers until there are no more calls. */
    void run(RecvChan<Call> calls) {
        for (Call call : calls) {
            call.answer().send(answer(call.query()));
        }
    }

    private String answer(Request.Query query) {
        return switch (query) {
            case Request.Set set -> put(set.key(), set.value()) ? "OK" : full();
            case Request.Get get -> Option.of(values.get(get.key())).fold(() -> "NONE", Store::value);
            case Request.Add add -> add(add.key(), add.amount());
            case Request.Delete delete -> values.remove(delete.key()) == null ? "NONE" : "OK";
            case Request.Size size -> value(Integer.toString(values.size()));
        };
    }

    private String add(String key, long amount) {
        return Request.number(values.getOrDefault(key, "0")).fold(Connection::error, number -> {
            String sum = Long.toString(number + amount);
            return put(key, sum) ? value(sum) : full();
        });
    }

    private boolean put(String key, String value) {
        if (values.size() >= most && !values.containsKey(key)) {
            return false;
        }
        values.put(key, value);
        return true;
    }

    private String full() {
        return Connection.error("there are " + most + " keys, and no room for more");
    }

    private static String value(String value) {
        return "VALUE " + value;
    }
}
