package org.ticktoquote.analysis.summary;

/**
 * Prices learned for one session and pair.
 *
 * @param bidOffset offset added to the composite's bid before it is rounded down to the grid, units of 1e-9
 * @param askOffset offset added to the composite's ask before it is rounded up to the grid, units of 1e-9
 * @param samples number of snapshots examined
 * @param explained number of snapshots explained
 * @param accepted whether enough snapshots are explained; otherwise the ticks of this session and pair are excluded
 * @param tooLittle true if not accepted because there were too few samples to decide, or several offsets explain them
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
