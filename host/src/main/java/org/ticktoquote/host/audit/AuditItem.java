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
 * @param tuning whether it never counts where it cannot be read
 * @param reserved whether a deviation is a note where no CPU is kept free for measured threads
 * @param look at a host
 */
record AuditItem(
        String name,
        String wanted,
        String why,
        Severity dev,
        Severity lab,
        boolean tuning,
        boolean reserved,
        Function<View, Answer> look) {
    /** The same under another name, with another look. */
    AuditItem looking(String otherName, Function<View, Answer> otherLook) {
        return new AuditItem(otherName, wanted, why, dev, lab, tuning, reserved, otherLook);
    }

    /** Looks and weighs. */
    Finding findingOf(View view) {
        Answer answer = look.apply(view);
        boolean light = tuning && answer.kind() == Answer.Kind.UNKNOWN;
        return new Finding(
                name,
                severity(answer, view),
                !light && weight(view.profile()).compareTo(Severity.WARNING) >= 0,
                answer.found(),
                wanted,
                why,
                answer.how(),
                answer.settings());
    }

    private Severity severity(Answer answer, View view) {
        return switch (answer.kind()) {
            case FIT -> Severity.FIT;
            case DEVIATES -> {
                Severity weight = answer.weight() == null ? weight(view.profile()) : answer.weight();
                yield reserved && view.reserved().isEmpty() ? Severity.NOTE : weight;
            }
            case UNKNOWN -> Severity.UNKNOWN;
        };
    }

    private Severity weight(Profile profile) {
        return profile == Profile.LAB ? lab : dev;
    }
}
