package org.ticktoquote.host.clocks;

/**
 * How the cost of a reading is measured.
 *
 * @param blocks timed, each as one
 * @param calls of a block
 * @param dropped results at the beginning that do not count
 * @param warmUpNs how long blocks run untimed before
 */
record CostPlan(int blocks, int calls, int dropped, long warmUpNs) {}
