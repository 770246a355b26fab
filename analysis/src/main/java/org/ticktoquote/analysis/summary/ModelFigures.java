package org.ticktoquote.analysis.summary;

import java.util.List;

/**
 * Agreement of the application with its declared model.
 *
 * @param known whether any model is declared; otherwise every tick counts as due
 * @param composite declared composite
 * @param conflation declared policy of conflation
 * @param conflationIntervalNs interval of the policy {@code interval}
 * @param dueTicks measured ticks due for at least one tier
 * @param due ticks x sessions that are due
 * @param certain number of due ticks x sessions answered at the same time, or lost, under every attribution of
 *     snapshots. None for a session and pair with a regressed snapshot or, by price, an unexplained one
 * @param publishedNotDue ticks x sessions published although the model calls for no quote
 * @param overflowed number of times that the limit of remembered states or of open snapshots was exceeded
 * @param learned prices learned from the run; empty if declared
 * @param attribution figures on the attribution of snapshots to ticks
 * @param priceCheck result of comparing prices with the ids of their ticks; only if matched by id
 * @param suppressUnchanged whether the application is declared to send no quote for an unchanged price
 * @param backToLastSent ticks x sessions that returned to the price of their session. They are unchanged if suppression
 *     is declared, otherwise due
 * @param perhapsConflated number of ticks x sessions that are unchanged by at least one attribution but can have been
 *     conflated with a newer tick; only counted if suppression is declared. No figure includes their wait for the newer
 *     tick's quote. By price they can exceed {@code backToLastSent}, which is under the latest attribution
 */
public record ModelFigures(
        boolean known,
        String composite,
        String conflation,
        long conflationIntervalNs,
        long dueTicks,
        long due,
        long certain,
        long publishedNotDue,
        long overflowed,
        List<LearnedFigures> learned,
        AttributionFigures attribution,
        PriceCheckFigures priceCheck,
        boolean suppressUnchanged,
        long backToLastSent,
        long perhapsConflated) {
    public ModelFigures {
        learned = List.copyOf(learned);
    }
}
