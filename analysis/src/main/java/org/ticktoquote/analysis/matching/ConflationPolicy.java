package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Conflation;

/**
 * Whether the declared policy explains that a tick was left out.
 *
 * <p>What is known of an interval is only that slices are no longer. A tick and a later one fell into two of them for sure
 * when the later one was sent more than the interval after the application had taken the earlier one.
 *
 * @param maximumNs how much later than a tick was taken one of the same slice can have been sent; {@link Long#MIN_VALUE}:
 *     nothing is ever left out
 * @param suppressUnchanged whether nothing is sent when the price is again the one sent last
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
                        .refusal(ExitStatus.BAD_INPUT);
        };
    }

    /** Whether any tick may have been left out. */
    boolean conflates() {
        return maximumNs != Long.MIN_VALUE;
    }

    /** Whether it depends on times which ticks may have been in one slice. */
    boolean timed() {
        return maximumNs != Long.MIN_VALUE && maximumNs != Long.MAX_VALUE;
    }

    /**
     * Whether two ticks may have been in one slice.
     *
     * @param takenNs by when the application had taken the earlier one
     * @param sentNs when the later one was sent
     */
    boolean explains(long takenNs, long sentNs) {
        return sentNs - takenNs <= maximumNs;
    }

    /**
     * Likewise, where the session was away when the earlier one was sent: what nobody declared explains nothing then, and no
     * stall of the application made a slice longer.
     */
    boolean explainsMissed(long earlierSentNs, long laterSentNs) {
        return timed() && explains(earlierSentNs, laterSentNs);
    }
}
