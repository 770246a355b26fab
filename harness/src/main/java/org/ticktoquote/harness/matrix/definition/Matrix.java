package org.ticktoquote.harness.matrix.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.host.jvm.JvmProfile;

/**
 * A test matrix: the cases with everything that they inherited.
 *
 * @param name for directories and reports
 * @param description for people
 * @param repeats how often each case runs
 * @param seed of the order of runs
 * @param retries how often a run that is VOID may be repeated
 * @param baseline name of the case that others are compared with
 * @param annualise how shares become times per year
 * @param normalise what 100 units are
 * @param jvms profiles, declared and built in, each name once
 * @param axes names of the values of each axis, in the order of the file; empty where all cases are written by hand
 * @param cases in the order of the file, each name once
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
     * What 100 units are, for publication without absolute numbers: a stated time, or the figure of a case.
     *
     * @param timeNs stated; 0: the figure of the case
     * @param caseName whose figure, the median of its runs
     * @param figure {@code max} or a percentile as in {@code p99.9}
     */
    public record Normalisation(long timeNs, String caseName, String figure) {}

    public Matrix {
        jvms = List.copyOf(jvms);
        axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
        cases = List.copyOf(cases);
    }

    /**
     * One that a command makes of cases of its own; the first is the one that others are compared with.
     *
     * @param retries how often a run that is VOID may be repeated
     */
    public static Matrix ofCases(
            String name, int repeats, long seed, int retries, Annualisation annualise, List<TestCase> cases) {
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
                List.of(),
                Map.of(),
                cases);
    }

    /**
     * As it stands in the directory of one that a command made: for people and for the checksum.
     *
     * @param what it is
     */
    public String text(String what) {
        return "# " + what + "\n" + JsonText.pretty(Map.of("name", name, "cases", cases)) + "\n";
    }

    /** The same with a further case. */
    public Matrix with(TestCase further) {
        return new Matrix(
                name,
                description,
                repeats,
                seed,
                retries,
                baseline,
                annualise,
                normalise,
                jvms,
                axes,
                Stream.concat(cases.stream(), Stream.of(further)).toList());
    }

    /** The profile of a name. */
    public Optional<JvmProfile> jvm(String profile) {
        return jvms.stream().filter(each -> each.name().equals(profile)).findFirst();
    }
}
