package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.host.source.Host;

/**
 * A state in which an idle CPU waits (C-state), from {@code cpuidle} (Documentation/admin-guide/pm/cpuidle.rst).
 *
 * @param name as in {@code C6}
 * @param exitUs how long it takes to wake up from it, as the kernel believes
 * @param disabled whether the kernel may not use it
 * @param disableFile where that is changed
 */
public record IdleState(String name, long exitUs, boolean disabled, String disableFile) {
    /** The states of all CPUs; empty when the kernel manages none. */
    public static List<IdleState> read(Host host, Cpus cpus) {
        List<IdleState> states = new ArrayList<>();
        for (int cpu : cpus.online().numbers()) {
            String folder = Cpus.path(cpu, "cpuidle");
            for (String state : host.names(folder)) {
                if (state.startsWith("state")) {
                    states.add(state(host, folder + "/" + state));
                }
            }
        }
        return states;
    }

    private static IdleState state(Host host, String folder) {
        String latency = host.file(folder + "/latency").line().or("");
        return new IdleState(
                host.file(folder + "/name").line().or("?"),
                latency.matches("[0-9]{1,9}") ? Long.parseLong(latency) : 0,
                host.file(folder + "/disable").line().or("0").equals("1"),
                folder + "/disable");
    }
}
