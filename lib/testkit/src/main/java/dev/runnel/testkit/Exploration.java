package dev.runnel.testkit;

/**
 * What an exploration without a failure came to.
 *
 * @param runs how many schedules were tried
 * @param steps how many calls into the library all runs made together
 * @param complete whether the policy had nothing left to explore
 */
public record Exploration(int runs, long steps, boolean complete) {}
