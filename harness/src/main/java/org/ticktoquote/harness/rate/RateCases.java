package org.ticktoquote.harness.rate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.rate.RateResult;
import org.ticktoquote.analysis.rate.RateSearch;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.settings.RunOptions;

/** A search as a matrix with a case for each speed, to which cases are added as it goes on. */
public final class RateCases {
    /** As often as a matrix repeats a VOID run. */
    private static final int RETRIES = 2;

    private RateCases() {}

    /**
     * With the lowest speed only.
     *
     * @param said options of all runs, by their names without dashes
     * @param threads how threads are placed, as for {@code --threads}
     * @param levels that each run is held to
     * @param runs at each speed
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

    /** The same case at another speed. */
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
                RunOptions.of(withSpeed(other.run().said(), speed)),
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
