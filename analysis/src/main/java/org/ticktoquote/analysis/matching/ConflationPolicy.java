package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Conflation;

/**
 * Whether the declared policy explains that a tick was left out.
 *
 * @param maximumNs the most that its successor may have been sent later; negative: nothing is ever left out
 */
record ConflationPolicy(long maximumNs) {
    static ConflationPolicy of(Conflation declared) {
        return switch (declared.policy()) {
            case Conflation.NONE -> new ConflationPolicy(-1);
            case Conflation.INTERVAL -> new ConflationPolicy(declared.intervalNs());
            case Conflation.UNKNOWN -> new ConflationPolicy(Long.MAX_VALUE);
            default ->
                throw new Refusal(
                        ExitStatus.BAD_INPUT,
                        "run.json: conflation policy is " + declared.policy() + ", expected none, interval or unknown");
        };
    }

    boolean explains(long supersededSentNs, long publishedSentNs) {
        return publishedSentNs - supersededSentNs <= maximumNs;
    }
}
