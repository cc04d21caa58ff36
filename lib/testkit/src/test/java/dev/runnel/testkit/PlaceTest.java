package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.scheduler.Body;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes are the program's, and which are passed over. */
class PlaceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.vavr.control.Option",
                "org.junit.jupiter.api.Assertions",
                "org.assertj.core.api.Assertions",
                "org.hamcrest.MatcherAssert",
                "net.jqwik.api.Assume"
            })
    void helpers_arePassedOver(String type) {
        assertTrue(Place.isOfHelpers(type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.Inventory", "org.junitary.Tests", "my.org.junit.Tests", "io.vavrs.Option"})
    void othersOfSimilarNames_areNot(String type) {
        assertFalse(Place.isOfHelpers(type));
    }

    @Test
    void theJdkAndTheLibrary_arePassedOver() throws ClassNotFoundException {
        Class<?> ofAnotherLoader = Class.forName("java.sql.Driver");
        for (Class<?> type : List.of(List.class, ofAnotherLoader, Go.class, Place.class)) {
            assertFalse(Place.isOfProgram(type), type::getName);
        }
        assertTrue(Place.isOfProgram(PlaceTest.class));
    }

    @Test
    void aLambda_isShownAsWhatItStandsIn() {
        assertEquals(List.of("PlaceTest$Worker.begin"), placesOf(new Worker()::begin));
        assertEquals(List.of("PlaceTest$Worker.<init>"), placesOf(new Worker().ofConstructor));
        assertEquals(List.of("PlaceTest$Worker.<init>"), placesOf(new Worker().ofField));
        assertEquals(List.of("PlaceTest$Worker.<clinit>"), placesOf(Worker.OF_CLASS));
    }

    /** Without file and line. */
    private static List<String> placesOf(Body body) {
        return Schedules.replay("", body).places().stream()
                .filter(place -> !place.equals(Place.NONE))
                .map(place -> place.substring(0, place.indexOf('(')))
                .toList();
    }

    /** Calls the library in lambdas, once in each. */
    private static final class Worker {

        static final Body OF_CLASS = () -> Go.<Integer>chan(1).send(1);

        final Body ofField = () -> Go.<Integer>chan(1).send(1);

        final Body ofConstructor;

        Worker() {
            ofConstructor = () -> Go.<Integer>chan(1).send(1);
        }

        void begin() throws Exception {
            Body body = () -> Go.<Integer>chan(1).send(1);
            body.run();
        }
    }
}
