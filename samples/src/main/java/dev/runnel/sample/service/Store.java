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
    record Call(Query query, SendChan<Answer> answer) {}

    private final Map<String, String> values = new HashMap<>();
    private final int most;

    /** @param most how many keys there may be */
    Store(int most) {
        this.most = most;
    }

    /** Answers until there are no more calls. */
    void run(RecvChan<Call> calls) {
        for (Call call : calls) {
            call.answer().send(answer(call.query()));
        }
    }

    private Answer answer(Query query) {
        return switch (query) {
            case Query.Set set -> put(set.key(), set.value(), new Answer.Done());
            case Query.Get get ->
                Option.of(values.get(get.key())).<Answer>map(Answer.Value::new).getOrElse(new Answer.None());
            case Query.Add add -> add(add.key(), add.amount());
            case Query.Delete delete -> values.remove(delete.key()) == null ? new Answer.None() : new Answer.Done();
            case Query.Size size -> new Answer.Value(Integer.toString(values.size()));
        };
    }

    private Answer add(String key, long amount) {
        String value = values.getOrDefault(key, "0");
        try {
            String sum = Long.toString(Math.addExact(Long.parseLong(value), amount));
            return put(key, sum, new Answer.Value(sum));
        } catch (NumberFormatException | ArithmeticException e) {
            return new Answer.NotANumber(value);
        }
    }

    private Answer put(String key, String value, Answer done) {
        if (values.size() >= most && !values.containsKey(key)) {
            return new Answer.Full(most);
        }
        values.put(key, value);
        return done;
    }
}
