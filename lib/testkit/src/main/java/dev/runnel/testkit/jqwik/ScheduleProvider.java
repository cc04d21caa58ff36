package dev.runnel.testkit.jqwik;

import dev.runnel.testkit.Schedule;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/** Makes {@code @ForAll Schedule} work. */
public final class ScheduleProvider implements ArbitraryProvider {

    /** For the service loader. */
    public ScheduleProvider() {}

    @Override
    public boolean canProvideFor(TypeUsage type) {
        return type.isOfType(Schedule.class);
    }

    @Override
    public Set<Arbitrary<?>> provideFor(TypeUsage type, SubtypeProvider subtypes) {
        return Set.of(new ScheduleArbitrary());
    }
}
