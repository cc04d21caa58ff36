/** What workloads are written against, and what that is for each contender of the JVM. */
package dev.runnel.bench.kit;
