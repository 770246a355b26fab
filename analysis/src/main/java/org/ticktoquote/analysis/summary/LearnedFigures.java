package org.ticktoquote.analysis.summary;

/**
 * What was learned of the prices of one session and pair.
 *
 * @param bidOffset added to the composite's bid before it is rounded down to the grid, units of 1e-9
 * @param askOffset added to the composite's ask before it is rounded up to the grid, units of 1e-9
 * @param samples snapshots that were looked at
 * @param explained of them
 * @param accepted whether that was enough; otherwise the ticks of this session and pair are excluded
 * @param tooLittle where it was not: whether there were too few samples to tell, or several offsets that explain them
 */
public record LearnedFigures(
        int session,
        String symbol,
        long bidOffset,
        long askOffset,
        long grid,
        int samples,
        int explained,
        boolean accepted,
        boolean tooLittle) {}
