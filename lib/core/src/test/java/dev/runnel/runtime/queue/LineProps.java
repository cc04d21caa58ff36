package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The line that can be left from its middle, compared with a list. */
class LineProps {

    private static final class Guest extends Line.Place<Guest> {}

    /** 0 appends, 1 to 8 removes the one at about that place, 9 removes one that has gone, 10 takes all. */
    @Property(tries = 1000)
    void steps_doWhatTheyDoToAList(@ForAll @Size(max = 100) List<@IntRange(max = 10) Integer> steps) {
        Line<Guest> line = new Line<>();
        List<Guest> model = new ArrayList<>();
        Guest gone = new Guest();
        for (int step : steps) {
            if (step == 0 || (model.isEmpty() && step < 9)) {
                Guest fresh = new Guest();
                line.append(fresh);
                model.add(fresh);
            } else if (step < 9) {
                gone = model.remove(step * model.size() / 9);
                assertEquals(true, line.remove(gone));
                assertEquals(null, gone.next());
            } else if (step == 9) {
                assertEquals(false, line.remove(gone));
            } else {
                assertEquals(model, from(line.takeAll()));
                model.forEach(one -> assertEquals(false, one.isListed()));
                model.clear();
            }
            assertEquals(model.isEmpty(), line.isEmpty());
            assertSame(model.isEmpty() ? null : model.get(0), line.first());
            assertEquals(model, from(line.first()));
            model.forEach(one -> assertEquals(true, one.isListed()));
        }
    }

    private static List<Guest> from(Guest first) {
        List<Guest> all = new ArrayList<>();
        for (Guest one = first; one != null; one = one.next()) {
            all.add(one);
        }
        return all;
    }
}
