package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table. */
class FaultsTest {

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(TaskPlaces.rows());
        rows.addAll(SelectPlaces.rows());
        rows.addAll(LibraryPlaces.rows());
        rows.addAll(WaitRows.rows());
        return rows;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void whatGoesWrong_hasTheOutcomeOfTheTable(Row row) throws Exception {
        for (int procs : row.procs()) {
            World world = new World(procs);
            Outcome outcome = row.scenario().play(world);
            assertEquals(row.outcome(), outcome, () -> row + " on " + procs + " Ps");
            world.check();
        }
    }
}
