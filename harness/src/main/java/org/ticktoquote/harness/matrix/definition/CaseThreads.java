package org.ticktoquote.harness.matrix.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.file.Sha256;

/**
 * How the threads of a case are placed; only handed on, whoever places them reads the plan.
 *
 * @param choice {@code unmanaged}, {@code auto}, {@code managed} or a file, as {@code t2q run --threads} takes it;
 *     {@code plan} for one that stands in the matrix itself
 * @param plan maps, lists and texts as they stand in the matrix, to be written into a file; empty without one
 */
public record CaseThreads(String choice, Map<String, Object> plan) {
    static final String UNMANAGED = "unmanaged";

    private static final int SHOWN_DIGITS = 8;
    /** Stands for a plan that is written in the matrix. */
    static final String PLAN = "plan";

    public CaseThreads {
        plan = Collections.unmodifiableMap(new LinkedHashMap<>(plan));
    }

    static CaseThreads of(String choice) {
        return new CaseThreads(choice, Map.of());
    }

    /** For people: of a plan in the matrix its checksum too, for there may be several. */
    String words() {
        if (!inline()) {
            return choice;
        }
        return PLAN + " " + Sha256.ofText(plan.toString(), SHOWN_DIGITS);
    }

    /** The plan as YAML, which JSON is. */
    String planText() {
        try {
            return new JsonMapper().writeValueAsString(plan);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan of maps, lists and texts is always JSON", e);
        }
    }

    /** Whether the plan stands in the matrix itself. */
    boolean inline() {
        return choice.equals(PLAN);
    }
}
