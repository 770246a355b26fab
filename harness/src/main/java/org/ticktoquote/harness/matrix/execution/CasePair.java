package org.ticktoquote.harness.matrix.execution;

import java.util.List;

/**
 * Two cases that run at once.
 *
 * @param cases the case whose application starts first, and the other one
 * @param cpus CPUs for the application of each; empty for any
 */
public record CasePair(List<String> cases, List<String> cpus) {
    public CasePair {
        cases = List.copyOf(cases);
        cpus = List.copyOf(cpus);
    }
}
