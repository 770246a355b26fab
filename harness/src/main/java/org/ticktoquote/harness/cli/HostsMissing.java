package org.ticktoquote.harness.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;

/** Lists hosts to boot or provide and hosts that did not answer, each with the skipped cases that need it. */
final class HostsMissing {
    private static final String KERNEL = HostProperties.KERNEL;
    /** Matches messages of {@code HostAgent} and {@code Ssh} about an unreachable host. */
    private static final Pattern SILENT =
            Pattern.compile("host (\\S+): (ssh [^;]*|[^;]*does not answer[^;]*|[^;]*did not answer within[^;]*)");

    private HostsMissing() {}

    /**
     * Returns a line for each silent host and each unmet host requirement.
     *
     * @param notRun reason by skipped case
     * @param folder directory of the matrix
     */
    static List<String> lines(Matrix matrix, Map<String, String> notRun, Path folder) {
        Map<HostRequirement, List<String>> waiting = new LinkedHashMap<>();
        Map<String, List<String>> silent = new LinkedHashMap<>();
        for (TestCase one : matrix.cases()) {
            String reason = notRun.getOrDefault(one.name(), "");
            List<String> hosts = SILENT.matcher(reason)
                    .results()
                    .map(match -> match.group(1))
                    .distinct()
                    .toList();
            hosts.forEach(host ->
                    silent.computeIfAbsent(host, any -> new ArrayList<>()).add(one.name()));
            if (hosts.isEmpty() && reason.contains("no host with " + one.host().description())) {
                waiting.computeIfAbsent(one.host(), any -> new ArrayList<>()).add(one.name());
            }
        }
        List<String> lines = new ArrayList<>();
        silent.forEach((host, cases) ->
                lines.add("host " + host + " did not answer within the inventory's answer-within. To run "
                        + String.join(", ", cases) + " when it answers: t2q run --resume " + folder));
        waiting.forEach((need, cases) -> lines.add(
                "to run " + String.join(", ", cases) + ", " + remedy(need) + ", then: t2q run --resume " + folder));
        return lines;
    }

    private static String remedy(HostRequirement need) {
        boolean boot = need.conditions().keySet().stream().anyMatch(fact -> fact.startsWith(KERNEL));
        return (boot ? "boot a host with " : "provide a host with ") + need.description();
    }
}
