/** Starts the contenders' processes, lets them take turns, and collects what they say. */
package dev.runnel.bench.runner;
