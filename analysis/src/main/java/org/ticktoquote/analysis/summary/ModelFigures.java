package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * How far the application does what it is declared to do.
 *
 * <p>The members of the groups stand in the file beside the others.
 *
 * @param declared of its prices and of what it may leave out
 * @param due what was owed by that
 * @param learned what the run itself showed of prices; empty where they are declared
 * @param attribution of snapshots to ticks
 * @param priceCheck by id: of prices against the ids beside them
 * @param unchanged prices that were again the one sent last
 */
public record ModelFigures(
        @JsonUnwrapped Declared declared,
        @JsonUnwrapped Due due,
        List<LearnedFigures> learned,
        AttributionFigures attribution,
        PriceCheckFigures priceCheck,
        @JsonUnwrapped Unchanged unchanged) {
    /**
     * What the user says of the application.
     *
     * @param known whether anything is declared; otherwise every tick counts as due
     * @param composite as declared
     * @param conflation the declared policy
     * @param conflationIntervalNs of the policy {@code interval}
     */
    public record Declared(boolean known, String composite, String conflation, long conflationIntervalNs) {}

    /**
     * What was owed.
     *
     * @param dueTicks measured ticks that are due for at least one tier
     * @param due ticks x sessions that are due
     * @param certain of them: answered at the same moment, or lost, under every attribution of snapshots; none of a session
     *     and pair whose snapshots contradict what matching by price relies on
     * @param publishedNotDue ticks x sessions that were published although the model calls for no quote
     * @param overflowed how often more was wanted than is kept: a state that is forgotten, or room for a snapshot
     */
    public record Due(long dueTicks, long due, long certain, long publishedNotDue, long overflowed) {}

    /**
     * Prices that are again the one sent last.
     *
     * @param suppressUnchanged whether the application is declared to send nothing then
     * @param backToLastSent ticks x sessions that would be due but for that: after them the price was again the one that
     *     the session had. Where declared they are unchanged, otherwise they are among the due
     * @param perhapsConflated where declared: ticks x sessions, unchanged under one attribution at least, that may have been
     *     conflated with a newer tick instead. Then they waited for its quote, and their wait is in no figure. By price
     *     they can be more than {@code backToLastSent}, which is of the attribution that answers latest
     */
    public record Unchanged(boolean suppressUnchanged, long backToLastSent, long perhapsConflated) {
        private static final Unchanged NONE = new Unchanged(false, 0, 0);
    }

    /** Of a run in which no prices were held against ids. */
    public ModelFigures(Declared declared, Due due, List<LearnedFigures> learned, AttributionFigures attribution) {
        this(declared, due, learned, attribution, PriceCheckFigures.NONE, Unchanged.NONE);
    }

    public ModelFigures {
        learned = List.copyOf(learned);
    }
}
