package dev.runnel.sample.md5;

import dev.runnel.channel.SendChan;
import java.nio.file.Path;

/**
 * A file to be digested.
 *
 * @param path where it is
 * @param name as it is printed, before escaping
 * @param outcome takes the one value without blocking
 */
record Job(Path path, RawName name, SendChan<Outcome> outcome) {}
