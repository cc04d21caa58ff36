/** What is measured. One file each; each has a twin in Go. */
package dev.runnel.bench.workload;
