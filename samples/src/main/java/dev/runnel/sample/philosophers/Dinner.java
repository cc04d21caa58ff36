package dev.runnel.sample.philosophers;

import static dev.runnel.Go.go;

import dev.runnel.GoHandle;
import dev.runnel.scheduler.Body;
import io.vavr.collection.List;

/** What goes on at a table. */
final class Dinner {

    private static final List<String> NAMES = List.of("Aristotle", "Hypatia", "Kant", "Spinoza", "Wittgenstein");

    /** What happens when someone has both forks. */
    @FunctionalInterface
    interface Meal {
        /** Eats. */
        void eat(int seat) throws Exception;
    }

    private Dinner() {}

    /** Returns when everyone has had {@code meals} meals; at a bad table, never. */
    static void serve(Table table, int seats, int meals, Meal meal) {
        List<GoHandle> diners = List.range(0, seats)
                .map(seat -> go(name(seat), () -> {
                    Body eating = () -> meal.eat(seat);
                    for (int i = 0; i < meals; i++) {
                        table.eat(seat, eating);
                    }
                }));
        diners.forEach(GoHandle::join);
    }

    static String name(int seat) {
        int namesakes = seat / NAMES.length();
        return NAMES.get(seat % NAMES.length()) + (namesakes == 0 ? "" : " " + (namesakes + 1));
    }
}
