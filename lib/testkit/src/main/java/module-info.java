import org.jspecify.annotations.NullMarked;

/** Tests of programs with goroutines: schedules as values, virtual time, leak checks; for JUnit, jqwik or neither. */
@NullMarked
@SuppressWarnings("requires-automatic") // net.jqwik.api has only a fixed automatic name
module dev.runnel.testkit {
    requires transitive dev.runnel;
    requires static transitive org.jspecify;
    requires static org.junit.jupiter.api; // not transitive, nor is jqwik: users of this module would need both
    requires static net.jqwik.api;

    exports dev.runnel.testkit;
    exports dev.runnel.testkit.jqwik;
    exports dev.runnel.testkit.junit;

    provides net.jqwik.api.providers.ArbitraryProvider with
            dev.runnel.testkit.jqwik.ScheduleProvider;
}
