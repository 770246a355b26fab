package org.ticktoquote.harness.cli.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.CpuSetText;

/** {@code --core-sets}: CPUs of the two applications of a duet. */
final class CoreSets {
    private static final String OPTION = "--core-sets";
    private static final String EXPECTED = "two disjoint sets of CPUs of this host, as in 2-3:4-5";

    private CoreSets() {}

    /** Parses the sets and refuses those that two applications cannot use. Returns an empty list if none are given. */
    static List<String> require(@Nullable String given, boolean duet) {
        if (given == null) {
            return List.of();
        }
        List<String> sets = List.of(given.split(":", -1));
        if (!duet) {
            throw Problem.of(OPTION).expected("--duet with it").exception();
        }
        CpuList here = CpuList.of(CpuMask.of(CpuMask.CALLING_THREAD));
        if (sets.size() != 2) {
            throw wrong(sets, (sets.size() == 1 ? "is " : "are ") + CountText.of(sets.size(), "set"));
        }
        List<CpuList> found = sets.stream().map(set -> parsed(sets, set)).toList();
        found.stream().filter(cpus -> !here.containsAll(cpus)).findFirst().ifPresent(cpus -> {
            throw wrong(sets, "CPU " + cpus.without(here) + " is not allowed for this process");
        });
        if (found.get(0).intersects(found.get(1))) {
            throw wrong(sets, "both contain CPU " + found.get(0).union(found.get(1)));
        }
        CommandText.requireProgram(OPTION, ExecutionHost.CpuBound.PROGRAM);
        return found.stream().map(CpuList::toString).toList();
    }

    private static CpuList parsed(List<String> sets, String set) {
        try {
            return CpuSetText.parse(set);
        } catch (IllegalArgumentException e) {
            throw wrong(sets, String.valueOf(e.getMessage()));
        }
    }

    private static ProblemException wrong(List<String> sets, String fault) {
        return Problem.of(OPTION)
                .value(String.join(":", sets))
                .fault(fault)
                .expected(EXPECTED)
                .exception();
    }
}
