package org.ticktoquote.harness.check;

/**
 * A tick of the measured part.
 *
 * @param bid units of 1e-9; Price.NONE when absent
 * @param ask likewise
 * @param sentNs on the run's clock
 */
record ShownTick(long id, int instrument, long bid, long ask, long intendedNs, long sentNs, boolean left) {}
