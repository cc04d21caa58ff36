package dev.runnel.runtime.scheduler;

/**
 * What an M in the list of all refers to: the next one or, while it is being found out whether anybody can reach it,
 * its probe.
 */
sealed interface Listed permits Machine, Probe {}
