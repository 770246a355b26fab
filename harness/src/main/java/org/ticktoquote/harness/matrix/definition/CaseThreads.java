package org.ticktoquote.harness.matrix.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the threads of a case are placed; only handed on, whoever places them reads the plan.
 *
 * @param choice {@code unmanaged}, {@code auto} or a file, as {@code t2q run --threads} takes it; {@code plan} for one that
 *     stands in the matrix itself
 * @param plan maps, lists and texts as they stand in the matrix, to be written into a file; empty without one
 */
public record CaseThreads(String choice, Map<String, Object> plan) {
    static final String UNMANAGED = "unmanaged";
    static final String AUTO = "auto";
    /** Stands for a plan that is written in the matrix. */
    public static final String PLAN = "plan";

    public CaseThreads {
        plan = Collections.unmodifiableMap(new LinkedHashMap<>(plan));
    }

    static CaseThreads of(String choice) {
        return new CaseThreads(choice, Map.of());
    }

    /** Whether the plan stands in the matrix itself. */
    public boolean inline() {
        return choice.equals(PLAN);
    }
}
