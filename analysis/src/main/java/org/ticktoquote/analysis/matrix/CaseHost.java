package org.ticktoquote.analysis.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The host of a case's application and the way to it, as the runs that count state them; of several values, as after a
 * change of the kernel, each stands there, with {@code |} between them. Empty where no run states it.
 *
 * @param kernel release and version
 * @param cpuModel as the kernel names it
 * @param cpus that the harness may use there
 * @param clockSource of the kernel
 * @param path between replayer, application and clients: {@code one host}, or who is where
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

    /** In what another host is another machine, or reached in another way; its kernel is what an axis may be about. */
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
