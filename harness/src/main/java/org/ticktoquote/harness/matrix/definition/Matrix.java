package org.ticktoquote.harness.matrix.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.host.jvm.JvmProfile;

/**
 * Test matrix: cases with all inherited settings.
 *
 * @param name name in directories and reports
 * @param description text for users
 * @param repeats runs per case
 * @param seed seed of the order of the runs
 * @param retries maximum number of retries of a VOID run
 * @param baseline name of the case that others are compared with
 * @param annualise conversion of shares of late quotes to time per year
 * @param normalise latency that equals 100 normalised units
 * @param jvms profiles, declared and built in, with unique names
 * @param axes names of the values of each axis, in the order of the file; empty if all cases are written by hand
 * @param cases cases in the order of the file, with unique names
 */
public record Matrix(
        String name,
        String description,
        int repeats,
        long seed,
        int retries,
        String baseline,
        Annualisation annualise,
        Normalisation normalise,
        List<JvmProfile> jvms,
        Map<String, List<String>> axes,
        List<TestCase> cases) {
    /**
     * Latency that equals 100 units, for publication without absolute numbers: a fixed time, or the figure of a case.
     *
     * @param timeNs fixed time; 0 to use the figure
     * @param caseName case of the figure, which is the median of its runs
     * @param figure {@code max} or a percentile as in {@code p99.9}
     */
    public record Normalisation(long timeNs, String caseName, String figure) {}

    public Matrix {
        jvms = List.copyOf(jvms);
        axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
        cases = List.copyOf(cases);
    }

    /**
     * Creates a matrix from cases made by a command. The first case is the baseline.
     *
     * @param retries maximum number of retries of a VOID run
     * @param jvms profiles of the cases
     */
    public static Matrix ofCases(
            String name,
            int repeats,
            long seed,
            int retries,
            Annualisation annualise,
            List<JvmProfile> jvms,
            List<TestCase> cases) {
        String baseline = cases.get(0).name();
        return new Matrix(
                name,
                "",
                repeats,
                seed,
                retries,
                baseline,
                annualise,
                new Normalisation(0, baseline, "max"),
                jvms,
                Map.of(),
                cases);
    }

    /**
     * Formats a matrix made by a command, for its directory and its checksum.
     *
     * @param what description of the matrix
     */
    public String text(String what) {
        return "# " + what + "\n" + JsonText.pretty(Map.of("name", name, "cases", cases)) + "\n";
    }

    /** Returns this matrix with other cases. */
    public Matrix with(List<TestCase> others) {
        return new Matrix(
                name, description, repeats, seed, retries, baseline, annualise, normalise, jvms, axes, others);
    }

    /** Returns the profile with a name. */
    public Optional<JvmProfile> jvm(String profile) {
        return jvms.stream().filter(each -> each.name().equals(profile)).findFirst();
    }
}
