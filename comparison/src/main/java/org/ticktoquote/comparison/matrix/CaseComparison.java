package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * Comparison of one case.
 *
 * @param name unique name in the matrix
 * @param title title for users; can be empty
 * @param coordinates value of the case on each axis
 * @param notRun reason why the case was not run or can no longer run; otherwise empty
 * @param host host of the application, from the runs that count
 * @param limits limits with their outcomes
 * @param serviceLevels service levels with their outcomes
 * @param attempts runs of the case
 * @param became outcomes of the ticks of the runs that count
 * @param latencies figures by latency and figure, named as in {@code summary.json}; a figure without runs is absent
 * @param differences differences from the baseline in host, JVM and processes
 * @param curves curves of the compared latencies
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
     * Runs of a case.
     *
     * @param runs runs that count
     * @param others attempts that do not count, with reasons
     * @param validity number of counting runs by verdict
     */
    public record Attempts(List<CountedRun> runs, List<UncountedRun> others, Map<Verdict, Integer> validity) {
        public Attempts {
            runs = List.copyOf(runs);
            others = List.copyOf(others);
        }

        /** Returns why a case cannot be compared; otherwise empty. */
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
            return "no run counts: " + attempts + " is VOID, unfinished or not comparable";
        }
    }

    /**
     * Sums of the tick outcomes of the runs that count.
     *
     * @param outcomesSoonest sums under the soonest attribution; null if there is only one attribution
     * @param outcomesAtMost names of outcomes whose counts are upper bounds in some run
     */
    public record Outcomes(
            TickOutcomes outcomes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            TickOutcomes outcomesSoonest,

            List<String> outcomesAtMost) {
        public Outcomes {
            outcomesAtMost = List.copyOf(outcomesAtMost);
        }
    }

    public CaseComparison {
        limits = List.copyOf(limits);
        serviceLevels = List.copyOf(serviceLevels);
    }

    /** Returns a figure; null if no run has it. */
    public @Nullable FigureComparison figure(String latency, ComparedFigure figure) {
        return latencies.getOrDefault(latency, Map.of()).get(figure.field());
    }

    /** Returns why the case cannot be compared; otherwise empty. */
    public String absence() {
        return attempts.absence(notRun);
    }
}
