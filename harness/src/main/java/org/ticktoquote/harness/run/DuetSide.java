package org.ticktoquote.harness.run;

/**
 * One of two runs that are made at once.
 *
 * @param plan of the run
 * @param cpus for its application alone, as in {@code 2-3}; empty where it may run on any
 */
public record DuetSide(RunPlan plan, String cpus) {}
