package org.ticktoquote.harness.matrix.resolution;

import org.ticktoquote.harness.matrix.definition.CaseThreads;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** What a case says of its threads, read by those who place them. */
public final class Placing {
    private Placing() {}

    /** Refuses a plan with everything that is wrong with it. */
    public static ThreadChoice of(TestCase testCase) {
        CaseThreads threads = testCase.threads();
        return threads.inline()
                ? ThreadChoice.ofPlan(testCase.name(), threads.planText())
                : ThreadChoice.of(threads.choice());
    }
}
