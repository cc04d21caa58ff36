/** Where the time of a workload goes, by the JDK's samples of CPU time. */
package dev.runnel.bench.profile;
