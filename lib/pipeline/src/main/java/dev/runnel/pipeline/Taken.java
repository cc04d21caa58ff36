package dev.runnel.pipeline;

/** The first {@code count} elements. With the last of them it tells the stages before that it wants no more. */
record Taken<T>(int count) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        for (int left = count; left > 0; left--) {
            T element = in.recvOrNull();
            if (element == null) {
                return;
            }
            if (left == 1) {
                in.enough();
            }
            out.send(element);
        }
    }
}
