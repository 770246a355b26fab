package org.ticktoquote.harness.matrix.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.matrix.Annualisation;
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
    public Matrix {
        jvms = List.copyOf(jvms);
        axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
        cases = List.copyOf(cases);
    }

    /** The profile of a name. */
    public Optional<JvmProfile> jvm(String profile) {
        return jvms.stream().filter(each -> each.name().equals(profile)).findFirst();
    }
}
