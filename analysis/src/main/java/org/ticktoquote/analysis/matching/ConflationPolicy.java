package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Conflation;

/**
 * Decides whether the declared conflation explains an omitted tick.
 *
 * <p>An interval only states the maximum length of a slice. Two ticks were in different slices for certain if the later one
 * was sent more than the interval after the application had taken the earlier one.
 *
 * @param maximumNs the longest time from taking a tick to sending another one of the same slice; {@link Long#MIN_VALUE}: no
 * tick is ever omitted
 * @param suppressUnchanged whether the application sends no quote if the price equals the one sent last
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
     * @param takenNs when the application had taken the earlier tick at the latest
     * @param sentNs when the later tick was sent
     */
    boolean explains(long takenNs, long sentNs) {
        return sentNs - takenNs <= maximumNs;
    }

    /**
     * Returns whether two ticks can have been in one slice although the session was down when the earlier one was sent.
     * Undeclared conflation explains nothing here, and a stall of the application does not lengthen the slice.
     */
    boolean explainsMissed(long earlierSentNs, long laterSentNs) {
        return timed() && explains(earlierSentNs, laterSentNs);
    }
}
