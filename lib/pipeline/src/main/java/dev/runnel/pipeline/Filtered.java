package dev.runnel.pipeline;

/** Those elements for which a condition holds. */
record Filtered<T>(Condition<? super T> condition) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        in.forEach(element -> {
            if (condition.test(element)) {
                out.send(element);
            }
        });
    }
}
