package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * One case of a comparison.
 *
 * @param name unique in the matrix
 * @param title for people; may be empty
 * @param coordinates the value of the case on each axis
 * @param notRun why it was not run, or does not run any more; empty when it was, or can be
 * @param host of the application, as the runs that count state it
 * @param limits what it is held to, and what became of it
 * @param serviceLevels likewise
 * @param attempts its runs
 * @param became what became of the ticks of the runs that count
 * @param latencies the compared figures by latency and figure, named as in {@code summary.json}; a figure that no run
 *     has is absent
 * @param differences in host, JVM and processes from the baseline
 * @param curves of the compared latencies
 */
public record CaseComparison(
        String name,
        String title,
        Map<String, String> coordinates,
        String notRun,
        CaseHost host,
        List<LimitOutcome> limits,
        List<CaseLevel> serviceLevels,
        @JsonUnwrapped Attempts attempts,
        @JsonUnwrapped Outcomes became,
        Map<String, Map<String, FigureComparison>> latencies,
        List<Difference> differences,
        @JsonIgnore List<CaseCurve> curves) {
    /**
     * The runs of a case.
     *
     * @param runs that count
     * @param others attempts that do not, each with the reason
     * @param validity how many of the runs that count have which verdict
     */
    public record Attempts(List<CountedRun> runs, List<UncountedRun> others, Map<Verdict, Integer> validity) {
        public Attempts {
            runs = List.copyOf(runs);
            others = List.copyOf(others);
        }

        /** Why there is nothing to compare of a case; empty where there is. */
        String absence(String notRun) {
            if (!runs.isEmpty()) {
                return "";
            }
            if (!notRun.isEmpty()) {
                return "not run: " + notRun;
            }
            if (others.isEmpty()) {
                return "not run yet";
            }
            String attempts = others.size() == 1 ? "the attempt" : "each of the " + others.size() + " attempts";
            return "no run that counts: " + attempts + " is void, unfinished or not comparable";
        }
    }

    /**
     * What became of the ticks of the runs that count, added up.
     *
     * @param outcomesSoonest under the attribution that answers soonest; null where there is only one
     * @param outcomesAtMost names of outcomes that are no fact about the application in some run: at most so many are
     */
    public record Outcomes(
            TickOutcomes outcomes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            TickOutcomes outcomesSoonest,

            List<String> outcomesAtMost) {
        public Outcomes {
            outcomesAtMost = List.copyOf(outcomesAtMost);
        }

        /** Of runs whose outcomes are facts. */
        public Outcomes(TickOutcomes outcomes, @Nullable TickOutcomes outcomesSoonest) {
            this(outcomes, outcomesSoonest, List.of());
        }
    }

    public CaseComparison {
        limits = List.copyOf(limits);
        serviceLevels = List.copyOf(serviceLevels);
    }

    /** Of a case that is held to no service level. */
    public CaseComparison(
            String name,
            String title,
            Map<String, String> coordinates,
            String notRun,
            CaseHost host,
            List<LimitOutcome> limits,
            Attempts attempts,
            Outcomes became,
            Map<String, Map<String, FigureComparison>> latencies,
            List<Difference> differences,
            List<CaseCurve> curves) {
        this(
                name,
                title,
                coordinates,
                notRun,
                host,
                limits,
                List.of(),
                attempts,
                became,
                latencies,
                differences,
                curves);
    }

    /** A figure; null where no run has it. */
    public @Nullable FigureComparison figure(String latency, ComparedFigure figure) {
        return latencies.getOrDefault(latency, Map.of()).get(figure.field());
    }

    /** Why there is nothing to compare; empty where there is. */
    public String absence() {
        return attempts.absence(notRun);
    }
}
