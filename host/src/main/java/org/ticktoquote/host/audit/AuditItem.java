package org.ticktoquote.host.audit;

import java.util.function.Function;

/**
 * One thing that is known to hurt latency, and how to look at it.
 *
 * @param name of the line, with hyphens
 * @param wanted in words
 * @param why it hurts
 * @param dev weight of a deviation on a shared machine
 * @param lab weight of a deviation on a host of its own
 * @param look at a host
 */
record AuditItem(String name, String wanted, String why, Severity dev, Severity lab, Function<View, Answer> look) {
    /** Looks and weighs. */
    Finding findingOf(View view) {
        Answer answer = look.apply(view);
        return new Finding(
                name,
                severity(answer, view.profile()),
                weight(view.profile()).compareTo(Severity.WARNING) >= 0,
                answer.found(),
                wanted,
                why,
                answer.how(),
                answer.settings());
    }

    private Severity severity(Answer answer, Profile profile) {
        return switch (answer.kind()) {
            case FIT -> Severity.FIT;
            case DEVIATES -> answer.weight() == null ? weight(profile) : answer.weight();
            case UNKNOWN -> Severity.UNKNOWN;
        };
    }

    private Severity weight(Profile profile) {
        return profile == Profile.LAB ? lab : dev;
    }
}
