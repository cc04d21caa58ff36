package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Whoever asks for dedicated carriers and cannot have them is told the option that helps where the library is. */
class DedicatedCarriersTest {

    @Test
    void onTheClassPath_javaLangIsOpenedToAllUnnamed() {
        assertEquals(
                "--add-opens java.base/java.lang=ALL-UNNAMED",
                DedicatedCarriers.opening(ClassLoader.getSystemClassLoader().getUnnamedModule()));
    }

    @Test
    void onTheModulePath_itIsOpenedToTheModule() {
        assertEquals("--add-opens java.base/java.lang=java.base", DedicatedCarriers.opening(Object.class.getModule()));
    }
}
