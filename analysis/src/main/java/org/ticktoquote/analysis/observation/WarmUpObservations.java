package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.RunManifest.WarmUp;

/** Observes whether the warm-up ended in a steady state, and otherwise which criterion failed. */
final class WarmUpObservations {
    private WarmUpObservations() {}

    /** Adds the observation. A run without warm-up counts as steady. */
    static void addTo(WarmUp warmUp, ObservationList found) {
        boolean unsteady = warmUp.ticks() > 0 && !warmUp.steady();
        String text = warmUp.unsteady().stream()
                .map(criterion -> WarmUpObservations.text(criterion, warmUp))
                .collect(Collectors.joining("; "));
        found.flag(Rule.WARM_UP_UNSTEADY, unsteady, "The warm-up ended before it was steady: " + text + ".");
    }

    private static String text(String criterion, WarmUp warmUp) {
        return switch (criterion) {
            case "blocks" -> "too few answers to compare blocks";
            case "median" -> "median: the last blocks have " + durations(warmUp.blockMedianNs());
            case "tail" -> "tail: p90 of the last blocks is " + durations(warmUp.blockTailNs());
            case "backlog" -> "backlog: " + backlog(warmUp);
            default -> criterion;
        };
    }

    private static String durations(List<Long> figures) {
        return figures.stream().map(DurationText::format).collect(Collectors.joining(", "));
    }

    private static String backlog(WarmUp warmUp) {
        String behind = warmUp.blockBacklog().isEmpty()
                ? ""
                : "answers were "
                        + warmUp.blockBacklog().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + " ticks behind at the ends of the last blocks (medians " + durations(warmUp.blockMedianNs())
                        + "), ";
        return behind + "and " + warmUp.answersAfter() + " came to the first session after the last tick";
    }
}
