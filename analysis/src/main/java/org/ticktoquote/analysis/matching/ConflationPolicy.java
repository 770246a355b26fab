package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Conflation;

/**
 * Decides whether the declared conflation explains an omitted tick.
 *
 * <p>A declared interval is only the maximum length of a slice. Two ticks are certainly in different slices if the later
 * one was sent more than the interval after the application took the earlier one.
 *
 * @param maximumNs longest time from when the application takes a tick until another tick of the same slice is sent;
 * {@link Long#MIN_VALUE} if no tick is ever omitted, {@link Long#MAX_VALUE} if the time is unknown
 * @param suppressUnchanged whether the application sends no quote if the price is unchanged
 */
record ConflationPolicy(long maximumNs, boolean suppressUnchanged) {
    static ConflationPolicy of(Conflation declared) {
        return switch (declared.policy()) {
            case Conflation.NONE -> new ConflationPolicy(Long.MIN_VALUE, declared.suppressUnchanged());
            case Conflation.INTERVAL -> new ConflationPolicy(declared.intervalNs(), declared.suppressUnchanged());
            case Conflation.UNKNOWN -> new ConflationPolicy(Long.MAX_VALUE, declared.suppressUnchanged());
            default ->
                throw Problem.of("run.json")
                        .fault("conflation policy is " + declared.policy())
                        .expected("none, interval or unknown")
                        .exception(ExitStatus.BAD_INPUT);
        };
    }

    /** Returns whether any tick can be omitted. */
    boolean conflates() {
        return maximumNs != Long.MIN_VALUE;
    }

    /** Returns whether slices depend on time. */
    boolean timed() {
        return maximumNs != Long.MIN_VALUE && maximumNs != Long.MAX_VALUE;
    }

    /**
     * Returns whether two ticks can have been in one slice.
     *
     * @param takenNs latest time at which the application took the earlier tick
     * @param sentNs time at which the later tick was sent
     */
    boolean explains(long takenNs, long sentNs) {
        return sentNs - takenNs <= maximumNs;
    }

    /**
     * Returns whether two ticks can have been in one slice although the earlier one was missed (docs/measures.md).
     * Conflation that is declared as unknown explains nothing here, and a stall of the application does not lengthen the
     * slice.
     */
    boolean explainsMissed(long earlierSentNs, long laterSentNs) {
        return timed() && explains(earlierSentNs, laterSentNs);
    }
}
