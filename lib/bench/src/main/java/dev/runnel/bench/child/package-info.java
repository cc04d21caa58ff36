/** The process of a contender of the JVM. */
package dev.runnel.bench.child;
