package dev.runnel.pipeline;

/** All but the first {@code count} elements. */
record Dropped<T>(int count) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        for (int left = count; left > 0; left--) {
            if (in.recv().isEmpty()) {
                return;
            }
        }
        in.forEach(out::send);
    }
}
