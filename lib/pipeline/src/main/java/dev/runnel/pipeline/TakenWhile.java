package dev.runnel.pipeline;

/** The elements before the first for which a condition does not hold. */
record TakenWhile<T>(Condition<? super T> condition) implements Worker<T, T> {

    @Override
    public void run(Inlet<T> in, Outlet<T> out) throws Exception {
        for (T element = in.recvOrNull(); element != null && condition.test(element); element = in.recvOrNull()) {
            out.send(element);
        }
    }
}
