package org.ticktoquote.replayer.statistics;

import org.jspecify.annotations.Nullable;

/**
 * The figures of one stream of ticks: an instrument, or a whole recording.
 *
 * <p>Quiet is the 25 minutes from T0 - 30 min to T0 - 5 min. A figure is absent when the recording has no announcement
 * T0, or does not cover the figure's period.
 *
 * @param stream symbol of the instrument, {@code EUR/USD@OANDA} of one of its venues, or {@code all}
 * @param ticks number of ticks
 * @param quietPerSecond ticks per second, quiet
 * @param newsPerSecond ticks per second in the first 10 s after T0
 * @param peakPer10Ms most ticks in any sliding window of 10 ms, its end not included
 * @param peakPer100Ms the same for 100 ms
 * @param peakPerSecond the same for 1 s
 * @param quietDispersion variance over mean of the counts per second, quiet; 1 for a Poisson process
 * @param newsDispersion the same for the first minute after T0
 * @param quietSpreadPips median spread at a tick, quiet; absent for a whole recording
 * @param newsSpreadPips median spread in the first 10 s after T0; absent for a whole recording
 * @param repeatedShare share of ticks after which (bid, ask) is one that the instrument had before
 * @param oneSided number of ticks that carry one side only
 * @param locked number of ticks after which the venue's bid equals its ask
 * @param crossed number of ticks after which the venue's bid is above its ask
 */
public record StreamFigures(
        String stream,
        long ticks,
        @Nullable Double quietPerSecond,
        @Nullable Double newsPerSecond,
        long peakPer10Ms,
        long peakPer100Ms,
        long peakPerSecond,
        @Nullable Double quietDispersion,
        @Nullable Double newsDispersion,
        @Nullable Double quietSpreadPips,
        @Nullable Double newsSpreadPips,
        double repeatedShare,
        long oneSided,
        long locked,
        long crossed) {}
