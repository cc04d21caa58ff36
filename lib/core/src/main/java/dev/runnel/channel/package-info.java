@NullMarked
package dev.runnel.channel;

import org.jspecify.annotations.NullMarked;
