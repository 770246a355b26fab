package org.ticktoquote.replayer.statistics;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one stream of ticks: an instrument, a venue of an instrument, or a whole recording.
 *
 * <p>Quiet is the 25 minutes from T0 - 30 min to T0 - 5 min. A figure is null if the recording has no announcement T0 or
 * does not cover the figure's period.
 *
 * @param stream symbol of the instrument, {@code EUR/USD@OANDA} for one of its venues, or {@code all}
 * @param ticks number of ticks
 * @param rates ticks per second
 * @param peaks maximum number of ticks in any window of a given length
 * @param dispersion variability of the tick rate: variance over mean of the counts per second; 1 for a Poisson process
 * @param spreads median spreads at ticks, in pips; without values for a whole recording
 * @param repeatedShare share of ticks that repeat an earlier (bid, ask) of the instrument or, in a venue's stream, of that
 *     venue; null if ticks have no prices
 * @param tops ticks with an unusual top of book; null if ticks have no prices
 */
public record StreamFigures(
        String stream,
        long ticks,
        @JsonUnwrapped(suffix = "PerSecond") QuietAndNews rates,
        @JsonUnwrapped Peaks peaks,
        @JsonUnwrapped(suffix = "Dispersion") QuietAndNews dispersion,
        @JsonUnwrapped(suffix = "SpreadPips") QuietAndNews spreads,
        @Nullable Double repeatedShare,
        @JsonUnwrapped @Nullable Tops tops) {
    /** Returns these figures for ticks without prices. */
    StreamFigures withoutPrices() {
        return new StreamFigures(stream, ticks, rates, peaks, dispersion, spreads, null, null);
    }

    /**
     * A figure of the quiet period, and of the first seconds after T0.
     *
     * @param news of the first 10 s, for the dispersion of the first minute
     */
    public record QuietAndNews(
            @Nullable Double quiet, @Nullable Double news) {}

    /** Maximum number of ticks in any sliding window of a given length, end excluded. */
    public record Peaks(long peakPer10Ms, long peakPer100Ms, long peakPerSecond) {}

    /**
     * Ticks with an unusual top of book.
     *
     * @param oneSided number of ticks with one side only
     * @param locked number of ticks after which the venue's bid equals its ask
     * @param crossed number of ticks after which the venue's bid is above its ask
     */
    public record Tops(long oneSided, long locked, long crossed) {}
}
