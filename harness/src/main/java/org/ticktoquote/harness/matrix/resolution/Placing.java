package org.ticktoquote.harness.matrix.resolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.ticktoquote.harness.matrix.definition.CaseThreads;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** What a case says of its threads, read by those who place them. */
public final class Placing {
    private Placing() {}

    /** Refuses a plan with everything that is wrong with it. */
    public static ThreadChoice of(TestCase testCase) {
        CaseThreads threads = testCase.threads();
        if (!threads.inline()) {
            return ThreadChoice.of(threads.choice());
        }
        try {
            return ThreadChoice.ofPlan(testCase.name(), new JsonMapper().writeValueAsString(threads.plan()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a plan of maps, lists and texts is always JSON", e);
        }
    }
}
