package dev.runnel.bench.kit;

/** The kits by name. */
public final class Kits {

    private Kits() {}

    /**
     * The kit with this name.
     *
     * @param name the class without {@code Kit}; by reflection, for else the verifier loads all kits, and calls have many targets
     */
    public static Kit<?> named(String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName(Kits.class.getPackageName() + "." + name + "Kit");
        return (Kit<?>) type.getDeclaredConstructor().newInstance();
    }
}
