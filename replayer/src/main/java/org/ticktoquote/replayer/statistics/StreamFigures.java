package org.ticktoquote.replayer.statistics;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one stream of ticks: an instrument, or a whole recording.
 *
 * <p>Quiet is the 25 minutes from T0 - 30 min to T0 - 5 min. A figure is absent when the recording has no announcement
 * T0, or does not cover the figure's period.
 *
 * @param stream symbol of the instrument, {@code EUR/USD@OANDA} of one of its venues, or {@code all}
 * @param ticks number of ticks
 * @param rates by period
 * @param peaks most ticks in any window of a length
 * @param dispersion how unevenly ticks come
 * @param spreads medians, by period
 * @param repeatedShare share of ticks after which (bid, ask) is one that the instrument had before; absent where ticks carry no prices
 * @param tops ticks after which a top of book is unlike others; absent likewise
 */
public record StreamFigures(
        String stream,
        long ticks,
        @JsonUnwrapped Rates rates,
        @JsonUnwrapped Peaks peaks,
        @JsonUnwrapped Dispersion dispersion,
        @JsonUnwrapped Spreads spreads,
        @Nullable Double repeatedShare,
        @JsonUnwrapped @Nullable Tops tops) {
    /** The same of ticks that carry no prices. */
    StreamFigures withoutPrices() {
        return new StreamFigures(stream, ticks, rates, peaks, dispersion, spreads, null, null);
    }

    /**
     * Ticks per second, by period.
     *
     * @param quietPerSecond ticks per second, quiet
     * @param newsPerSecond ticks per second in the first 10 s after T0
     */
    public record Rates(
            @Nullable Double quietPerSecond, @Nullable Double newsPerSecond) {}

    /**
     * Most ticks in any window of a length.
     *
     * @param peakPer10Ms most ticks in any sliding window of 10 ms, its end not included
     * @param peakPer100Ms the same for 100 ms
     * @param peakPerSecond the same for 1 s
     */
    public record Peaks(long peakPer10Ms, long peakPer100Ms, long peakPerSecond) {}

    /**
     * How unevenly ticks come.
     *
     * @param quietDispersion variance over mean of the counts per second, quiet; 1 for a Poisson process
     * @param newsDispersion the same for the first minute after T0
     */
    public record Dispersion(
            @Nullable Double quietDispersion, @Nullable Double newsDispersion) {}

    /**
     * Median spreads, by period.
     *
     * @param quietSpreadPips median spread at a tick, quiet; absent for a whole recording
     * @param newsSpreadPips median spread in the first 10 s after T0; absent for a whole recording
     */
    public record Spreads(
            @Nullable Double quietSpreadPips, @Nullable Double newsSpreadPips) {}

    /**
     * Ticks after which a top of book is unlike others.
     *
     * @param oneSided number of ticks that carry one side only
     * @param locked number of ticks after which the venue's bid equals its ask
     * @param crossed number of ticks after which the venue's bid is above its ask
     */
    public record Tops(long oneSided, long locked, long crossed) {}
}
