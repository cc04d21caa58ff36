package dev.runnel.runtime.scheduler;

/**
 * Is told when nobody can reach an M any more. Only that M refers to the probe, and the probe to the M: so the
 * collector finds both unreachable at the same time, and gives both back to the finalizer.
 *
 * <p><b>Why a finalizer</b>, which is deprecated: nothing else in the JDK gives back what nobody could reach. A
 * reference tells only that it is gone, and gone with it would be a goroutine whose {@code finally} blocks have still
 * to run when its runtime closes.
 */
final class Probe implements Listed {

    final Machine machine;
    final Unreachable search;

    Probe(Machine machine, Unreachable search) {
        this.machine = machine;
        this.search = search;
    }

    @Override
    @SuppressWarnings({"removal", "Finalize"})
    protected void finalize() {
        search.finds(this);
    }
}
