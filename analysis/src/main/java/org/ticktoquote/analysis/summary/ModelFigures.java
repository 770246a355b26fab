package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * Agreement of the application with its declared model.
 *
 * <p>Members of groups are written to the file without nesting.
 *
 * @param declared prices and conflation as declared
 * @param due quotes owed under the model
 * @param learned prices learned from the run; empty if declared
 * @param attribution figures on the attribution of snapshots to ticks
 * @param priceCheck result of comparing prices with the ids of their ticks; only if matched by id
 * @param unchanged prices equal to the one sent last
 */
public record ModelFigures(
        @JsonUnwrapped Declared declared,
        @JsonUnwrapped Due due,
        List<LearnedFigures> learned,
        AttributionFigures attribution,
        PriceCheckFigures priceCheck,
        @JsonUnwrapped Unchanged unchanged) {
    /**
     * User's declaration about the application.
     *
     * @param known whether any model is declared; otherwise every tick counts as due
     * @param composite declared composite
     * @param conflation the declared policy
     * @param conflationIntervalNs interval of the policy {@code interval}
     */
    public record Declared(boolean known, String composite, String conflation, long conflationIntervalNs) {}

    /**
     * Quotes owed under the model.
     *
     * @param dueTicks measured ticks due for at least one tier
     * @param due ticks x sessions that are due
     * @param certain number of due ticks x sessions answered at the same time, or lost, under every attribution of
     * snapshots. None for a session and pair with a regressed snapshot or, by price, an unexplained one
     * @param publishedNotDue ticks x sessions published although the model calls for no quote
     * @param overflowed number of times that the limit of remembered states or of open snapshots was exceeded
     */
    public record Due(long dueTicks, long due, long certain, long publishedNotDue, long overflowed) {}

    /**
     * Prices equal to the one sent last.
     *
     * @param suppressUnchanged whether the application is declared to send no quote for an unchanged price
     * @param backToLastSent ticks x sessions that returned to the price of their session. They are unchanged if suppression
     * is declared, otherwise due
     * @param perhapsConflated number of ticks x sessions that are unchanged by at least one attribution but can have
     *     been conflated with a newer tick; only counted if suppression is declared. No figure includes their wait for
     *     the newer tick's quote. By price they can exceed {@code backToLastSent}, which is under the latest
     *     attribution
     */
    public record Unchanged(boolean suppressUnchanged, long backToLastSent, long perhapsConflated) {}

    public ModelFigures {
        learned = List.copyOf(learned);
    }
}
