package dev.runnel.testkit.junit;

import dev.runnel.runtime.channel.RuntimeCheck;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks, after every test, that the queues, lists and counts of each runtime that is open are as they must be, and so
 * are the channels that its goroutines wait for. For tests of Runnel itself, and for anybody who suspects it.
 *
 * <p>For all tests of a module: name this class in {@code META-INF/services/org.junit.jupiter.api.extension.Extension}
 * and set {@code junit.jupiter.extensions.autodetection.enabled}.
 */
public final class SoundRuntimes implements AfterEachCallback {

    /** For the service loader and {@code @ExtendWith}. */
    public SoundRuntimes() {}

    /**
     * Checks all of it.
     *
     * @throws AssertionError saying what is not as it must be
     */
    @Override
    public void afterEach(ExtensionContext context) {
        RuntimeCheck.openRuntimes();
    }
}
