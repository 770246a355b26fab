package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Host of a case's application and the path to it, from the runs that count. Different values, as after a kernel update,
 * are joined by {@code |}. A value is empty if no run states it.
 *
 * @param kernel release and version of the kernel
 * @param cpuModel CPU model as named by the kernel
 * @param cpus CPUs available to the harness
 * @param clockSource clock source of the kernel
 * @param path path between replayer, application and clients: {@code one host}, or the host of each
 */
public record CaseHost(String kernel, String cpuModel, String cpus, String clockSource, String path) {
    private static final String ONE_HOST = "one host";

    static CaseHost of(RunTraits traits) {
        return new CaseHost(
                (traits.value("kernel") + " " + traits.value("kernelVersion")).strip(),
                traits.value("cpuModel"),
                traits.value("cpus"),
                traits.value("clockSource"),
                traits.runs() == 0 ? "" : traits.value("hosts").isEmpty() ? ONE_HOST : traits.value("hosts"));
    }

    /** Returns differences of the machine or the path, but not of the kernel, which can be an axis. */
    List<Difference> machineDifferences(CaseHost other) {
        List<Difference> differences = new ArrayList<>();
        differ(differences, "CPU", CaseHost::cpuModel, other);
        differ(differences, "CPUs", CaseHost::cpus, other);
        differ(differences, "clock source", CaseHost::clockSource, other);
        differ(differences, "path", CaseHost::path, other);
        return differences;
    }

    private void differ(List<Difference> differences, String fact, Function<CaseHost, String> value, CaseHost other) {
        if (!value.apply(this).equals(value.apply(other))) {
            differences.add(new Difference(fact, value.apply(this), value.apply(other)));
        }
    }
}
