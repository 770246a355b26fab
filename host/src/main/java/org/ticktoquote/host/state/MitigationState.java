package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.host.source.Host;

/**
 * Guards against faults of CPUs (Documentation/admin-guide/hw-vuln), by the names of the faults.
 *
 * @param active faults with a guard that costs time
 * @param open faults without one
 * @param faults how many the kernel knows
 */
public record MitigationState(List<String> active, List<String> open, int faults) {
    private static final String FOLDER = "/sys/devices/system/cpu/vulnerabilities";

    public MitigationState {
        active = List.copyOf(active);
        open = List.copyOf(open);
    }

    public static MitigationState read(Host host) {
        List<String> active = new ArrayList<>();
        List<String> open = new ArrayList<>();
        List<String> names = host.names(FOLDER);
        for (String name : names) {
            String state = host.file(FOLDER + "/" + name).line().or("");
            if (state.startsWith("Mitigation")) {
                active.add(name);
            } else if (state.startsWith("Vulnerable")) {
                open.add(name);
            }
        }
        return new MitigationState(active, open, names.size());
    }

    public boolean known() {
        return faults > 0;
    }

    /** In words, as in {@code on: spectre_v1, spectre_v2; vulnerable: mds}. */
    public String words() {
        String on = active.isEmpty() ? "none on" : "on: " + String.join(", ", active);
        return open.isEmpty() ? on : on + "; vulnerable: " + String.join(", ", open);
    }
}
