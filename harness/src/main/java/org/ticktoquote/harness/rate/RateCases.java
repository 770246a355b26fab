package org.ticktoquote.harness.rate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.settings.RunOptions;

/** A rate search as a matrix with a case per speed. Cases are added during the search. */
public final class RateCases {
    /** Retries of a VOID run, as in a matrix. */
    private static final int RETRIES = 2;

    private RateCases() {}

    /**
     * Creates a matrix with the lowest speed only.
     *
     * @param said options of all runs, by name without dashes
     * @param threads placement of threads, as for {@code --threads}
     * @param levels service levels of each run
     * @param runs number of runs at each speed
     */
    public static Matrix begin(
            double lowest,
            Map<String, String> said,
            String threads,
            List<String> levels,
            int runs,
            Annualisation annualise) {
        TestCase first =
                TestCase.ofOptions(name(lowest), at(lowest), threads, RunOptions.of(withSpeed(said, lowest)), levels);
        return Matrix.ofCases("rate", runs, 1, RETRIES, annualise, List.of(first));
    }

    /** Copies a case to another speed. */
    static TestCase at(TestCase other, double speed) {
        return new TestCase(
                name(speed),
                other.description(),
                at(speed),
                other.beside(),
                other.jvm(),
                other.jvmArgs(),
                other.host(),
                other.threads(),
                RunOptions.of(withSpeed(other.run().givenOptions(), speed)),
                other.limits(),
                other.serviceLevels());
    }

    static String name(double speed) {
        return RateResult.SPEED + "-" + RateSearch.text(speed);
    }

    private static Map<String, String> at(double speed) {
        return Map.of(RateResult.SPEED, RateSearch.text(speed));
    }

    private static Map<String, String> withSpeed(Map<String, String> said, double speed) {
        Map<String, String> options = new LinkedHashMap<>(said);
        options.put(RateResult.SPEED, RateSearch.text(speed));
        return options;
    }
}
