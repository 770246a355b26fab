package org.ticktoquote.harness.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.host.need.HostRequirement;
import org.ticktoquote.host.need.HostSheet;

/** What to boot so that the cases run which cannot as the hosts are. */
final class HostsMissing {
    private static final String KERNEL = HostSheet.KERNEL;

    private HostsMissing() {}

    /**
     * A line for each kind of host that is missing.
     *
     * @param notRun reason by case
     * @param folder of the matrix
     */
    static List<String> lines(Matrix matrix, Map<String, String> notRun, Path folder) {
        Map<HostRequirement, List<String>> waiting = new LinkedHashMap<>();
        for (TestCase one : matrix.cases()) {
            if (notRun.getOrDefault(one.name(), "")
                    .contains("no host with " + one.host().words())) {
                waiting.computeIfAbsent(one.host(), any -> new ArrayList<>()).add(one.name());
            }
        }
        List<String> lines = new ArrayList<>();
        waiting.forEach((need, cases) -> lines.add(
                remedy(need) + ", then t2q run --resume " + folder + " goes on with " + String.join(", ", cases)));
        return lines;
    }

    private static String remedy(HostRequirement need) {
        boolean boot = need.conditions().keySet().stream().anyMatch(fact -> fact.startsWith(KERNEL));
        return (boot ? "boot a host with " : "provide a host with ") + need.words();
    }
}
