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
 * @param unknownCounts whether it is as heavy as a deviation when it cannot be read
 * @param look at a host
 */
record AuditItem(
        String name,
        String wanted,
        String why,
        Severity dev,
        Severity lab,
        boolean unknownCounts,
        Function<View, Answer> look) {
    AuditItem(String name, String wanted, String why, Severity dev, Severity lab, Function<View, Answer> look) {
        this(name, wanted, why, dev, lab, true, look);
    }

    /** A line that is a note on a shared machine. It never counts where it cannot be read. */
    static AuditItem tuning(String name, String wanted, String why, Severity lab, Function<View, Answer> look) {
        return new AuditItem(name, wanted, why, Severity.NOTE, lab, false, look);
    }

    /** A line whose deviation is a note where no CPU is reserved: it disturbs every CPU a little. */
    AuditItem onReservedCpus() {
        Function<View, Answer> light = view -> {
            Answer answer = look.apply(view);
            return view.reserved().isEmpty() ? answer.weighing(Severity.NOTE) : answer;
        };
        return new AuditItem(name, wanted, why, dev, lab, unknownCounts, light);
    }

    /** Looks and weighs. */
    Finding findingOf(View view) {
        Answer answer = look.apply(view);
        return new Finding(
                name,
                severity(answer, view.profile()),
                (unknownCounts || answer.kind() != Answer.Kind.UNKNOWN)
                        && weight(view.profile()).compareTo(Severity.WARNING) >= 0,
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
