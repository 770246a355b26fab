package org.ticktoquote.harness.matrix.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.FigureComparison;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.harness.matrix.definition.FigureLimit;
import org.ticktoquote.harness.matrix.definition.TestCase;

/** Whether a case keeps the limits that it is held to: the median of its runs decides, a refused one exceeds any limit. */
public final class LimitCheck {
    private LimitCheck() {}

    /** A line for each limit that is not kept; nothing where no run counts. */
    public static List<String> of(TestCase held, CaseComparison found) {
        List<String> lines = new ArrayList<>();
        if (!found.runs().isEmpty()) {
            held.limits().forEach(limit -> exceeded(limit, found).ifPresent(lines::add));
        }
        return lines;
    }

    private static Optional<String> exceeded(FigureLimit limit, CaseComparison found) {
        Optional<ComparedFigure> figure = Stream.of(ComparedFigure.values())
                .filter(each -> each.title().equals(limit.figure()))
                .findFirst();
        @Nullable
        FigureComparison compared =
                figure.map(each -> found.figure(field(limit.latency()), each)).orElse(null);
        String name = found.name() + ": " + limit.figure() + " of " + limit.latency();
        String most = "; limit: " + DurationText.format(limit.mostNs());
        if (compared == null) {
            return Optional.of(name + " is not among the compared figures" + most);
        }
        @Nullable Long highNs = compared.overRuns().highNs();
        if (highNs == null) {
            return Optional.of(name + " is beyond the drain" + most);
        }
        return highNs > limit.mostNs()
                ? Optional.of(name + " is " + DurationText.format(highNs) + most)
                : Optional.empty();
    }

    /** {@code last-client} is {@code lastClientNs} in the files. */
    static String field(String latency) {
        StringBuilder field = new StringBuilder();
        for (String word : latency.split("-", -1)) {
            field.append(field.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return field.append("Ns").toString();
    }
}
