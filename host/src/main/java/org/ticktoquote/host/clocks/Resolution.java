package org.ticktoquote.host.clocks;

/**
 * How fine a clock is: the steps between consecutive readings of one thread, in nanoseconds.
 *
 * @param reads of the clock
 * @param zeroShare of the steps, 0..1: the clock had not moved
 * @param smallestNs step that is not zero and not backwards; 0 when there was none
 * @param medianNs step, zero ones included
 * @param largestNs step: what took the CPU away meanwhile shows here
 * @param backwards steps
 */
record Resolution(long reads, double zeroShare, double smallestNs, double medianNs, double largestNs, long backwards) {}
