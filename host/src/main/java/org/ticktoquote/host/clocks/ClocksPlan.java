package org.ticktoquote.host.clocks;

/**
 * What {@code t2q clocks} measures, and for how long.
 *
 * @param cost how the cost of a reading is measured
 * @param driftNs how long the drift of the counter is watched
 * @param longestWaitNs the longest sleep after which readings are taken
 */
record ClocksPlan(CostPlan cost, long driftNs, long longestWaitNs) {}
