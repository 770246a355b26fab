package org.ticktoquote.harness.matrix.execution;

import java.util.List;

/**
 * Two cases that are run at once.
 *
 * @param cases the one whose application starts first, and the other
 * @param cpus for the application of each; empty where they may run on any
 */
public record CasePair(List<String> cases, List<String> cpus) {
    public CasePair {
        cases = List.copyOf(cases);
        cpus = List.copyOf(cpus);
    }
}
