package org.ticktoquote.host.fingerprint;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.IdleState;
import org.ticktoquote.host.state.Virtualisation;

/** The machine: what it is made of, and how its CPUs are set. */
final class MachineLines {
    private static final String CPU = "/sys/devices/system/cpu";
    private static final double KIB_PER_GIB = 1 << 20;

    private final Host host;
    private final Cpus cpus;

    MachineLines(Host host) {
        this.host = host;
        this.cpus = Cpus.read(host);
    }

    void addTo(Lines lines) {
        lines.text("machine", Virtualisation.product(host));
        lines.text("virtualisation", Virtualisation.read(host).words());
        lines.tool("architecture", host.tool("uname", "-m").line());
        lines.text("cpu-model", field("/proc/cpuinfo", "model name"));
        lines.text("microcode", field("/proc/cpuinfo", "microcode"));
        lines.text("topology", cpus.topology(host));
        lines.text("memory", memory());
        lines.file("numa-nodes", "/sys/devices/system/node/online");
        cpuSets(lines);
        lines.reading("governor", cpus.perCpu(host, "cpufreq/scaling_governor"));
        lines.reading("frequency-driver", cpus.perCpu(host, "cpufreq/scaling_driver"));
        lines.reading("highest-frequency", cpus.perCpu(host, "cpufreq/scaling_max_freq"));
        lines.reading("energy-bias", cpus.perCpu(host, "power/energy_perf_bias"));
        lines.reading("energy-preference", cpus.perCpu(host, "cpufreq/energy_performance_preference"));
        lines.file("lowest-performance", CPU + "/intel_pstate/min_perf_pct");
        lines.file("no-turbo", CPU + "/intel_pstate/no_turbo");
        lines.file("boost", CPU + "/cpufreq/boost");
        lines.file("hyper-threads", CPU + "/smt/active");
        lines.text("idle-states", idleStates());
    }

    private String field(String file, String name) {
        return host.file(file)
                .or("")
                .lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1))
                .orElse("none");
    }

    /** To a tenth: the kernel's own share differs a little from boot to boot. */
    private String memory() {
        OptionalLong kib = Reading.of(field("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", ""))
                .number();
        return kib.isEmpty() ? "unknown" : String.format(Locale.ROOT, "%.1f GiB", kib.getAsLong() / KIB_PER_GIB);
    }

    private void cpuSets(Lines lines) {
        lines.text("isolated-cpus", cpus.isolated().toString());
        lines.text("tickless-cpus", cpus.tickless().toString());
        lines.text("callback-free-cpus", cpus.withoutCallbacks().toString());
        lines.text("cpus-allowed", cpus.allowed().toString());
        lines.text("cpus-inherited", cpus.inherited().toString());
    }

    private String idleStates() {
        Set<String> states = new TreeSet<>();
        for (IdleState state : IdleState.read(host, cpus)) {
            if (!state.disabled()) {
                states.add(state.name() + " " + state.exitUs() + " us");
            }
        }
        return states.isEmpty() ? "none" : String.join(", ", states);
    }
}
