package org.ticktoquote.analysis.summary;

import java.util.List;

/**
 * How far the application does what it is declared to do.
 *
 * @param known whether anything is declared; otherwise every tick counts as due
 * @param composite as declared
 * @param conflation the declared policy
 * @param conflationIntervalNs of the policy {@code interval}
 * @param dueTicks measured ticks that are due for at least one tier
 * @param due ticks x sessions that are due
 * @param certain of them: answered at the same moment, or lost, under every attribution of snapshots; none of a session
 *     and pair whose snapshots contradict what matching by price relies on
 * @param publishedNotDue ticks x sessions that were published although the model calls for no quote
 * @param overflowed how often more was wanted than is kept: a state that is forgotten, or room for a snapshot
 * @param learned what the run itself showed of prices; empty where they are declared
 * @param attribution of snapshots to ticks
 * @param priceCheck by id: of prices against the ids beside them
 * @param suppressUnchanged whether the application is declared to send nothing when the price is again the one sent last
 * @param backToLastSent ticks x sessions that would be due but for that: after them the price was again the one that the
 *     session had. Where declared they are unchanged, otherwise they are among the due
 * @param perhapsConflated of these, where declared: those that may have been conflated with a newer tick instead. Then they
 *     waited for its quote, and their wait is in no figure
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
    /** Of a run in which no prices were held against ids. */
    public ModelFigures(
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
            AttributionFigures attribution) {
        this(
                known,
                composite,
                conflation,
                conflationIntervalNs,
                dueTicks,
                due,
                certain,
                publishedNotDue,
                overflowed,
                learned,
                attribution,
                PriceCheckFigures.NONE,
                false,
                0,
                0);
    }

    public ModelFigures {
        learned = List.copyOf(learned);
    }
}
