package org.ticktoquote.harness.run;

/**
 * How the processes are brought to their working state before anything counts.
 *
 * @param realSpeedNs how long the section around the peak plays at real speed first
 * @param maximumNs how long the whole may take before it ends unsteady
 * @param blockTicks answered ticks of a block
 * @param blocks how many successive blocks must agree
 * @param tolerance largest over smallest block median, less 1, that counts as agreeing
 */
public record WarmUpPlan(long realSpeedNs, long maximumNs, int blockTicks, int blocks, double tolerance) {}
