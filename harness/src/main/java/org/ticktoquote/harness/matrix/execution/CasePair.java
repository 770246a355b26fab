package org.ticktoquote.harness.matrix.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two cases that run at once.
 *
 * @param cases the case whose application starts first, and the other one
 * @param cpus CPUs for each application; empty for any
 * @param turnSeed seed of their turns; null if both get each tick at once
 */
public record CasePair(
        List<String> cases, List<String> cpus, @Nullable Long turnSeed) {
    public CasePair {
        cases = List.copyOf(cases);
        cpus = List.copyOf(cpus);
    }
}
