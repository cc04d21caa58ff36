package dev.runnel.bench.kit;

/** The kits by name. */
public final class Kits {

    private Kits() {}

    /**
     * The kit with this name.
     *
     * @param name the class's name without {@code Kit}; it is loaded by reflection, or else the verifier would load all
     *     kits, and calls would have many targets
     */
    public static Kit<?> named(String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName(Kits.class.getPackageName() + "." + name + "Kit");
        return (Kit<?>) type.getDeclaredConstructor().newInstance();
    }
}
