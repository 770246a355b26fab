package org.ticktoquote.host.fingerprint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.host.change.Setting.AdapterSetting;
import org.ticktoquote.host.change.Setting.AdapterSetting.Aspect;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.RingSizes;
import org.ticktoquote.host.state.TimeKeeping;

/** Takes the fingerprint of a host. */
public final class FingerprintReader {
    private static final List<String> COALESCING = List.of("adaptive-rx", "rx-usecs", "rx-frames", "tx-usecs");
    private static final List<String> OFFLOADS = List.of("gro", "lro");

    private FingerprintReader() {}

    /**
     * The fingerprint of a host.
     *
     * @param jvm facts of the JVM; empty for a recorded host
     */
    public static Fingerprint of(Host host, Map<String, String> jvm) {
        Lines lines = new Lines(host);
        new MachineLines(host).addTo(lines);
        new KernelLines(host).addTo(lines);
        Adapter.read(host).forEach(adapter -> adapter(lines, host, adapter));
        services(lines, host);
        lines.addAll(jvm);
        return new Fingerprint(lines.values());
    }

    /** The JVM that runs this process. */
    public static Map<String, String> ownJvm() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("java-vendor", System.getProperty("java.vendor"));
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            String options = System.getenv(variable);
            facts.put(variable, options == null ? "none" : options);
        }
        return facts;
    }

    private static void adapter(Lines lines, Host host, Adapter adapter) {
        String name = adapter.name();
        String mtu = adapter.file(host, "mtu").or("?");
        String speed = adapter.file(host, "speed").or("?").replace("-1", "?");
        lines.text("adapter-" + name, adapter.driver() + ", mtu " + mtu + ", " + speed + " Mbit/s");
        lines.tool("coalescing-" + name, options(host, name, Aspect.COALESCING, COALESCING));
        lines.tool("offloads-" + name, options(host, name, Aspect.OFFLOADS, OFFLOADS));
        for (String file : List.of("rps_cpus", "xps_cpus")) {
            lines.text(
                    file.replace("_cpus", "-") + name,
                    host.names(adapter.path("queues")).stream()
                            .map(queue -> adapter.file(host, "queues/" + queue + "/" + file))
                            .flatMap(mask -> mask.optional().stream())
                            .collect(Collectors.joining(" ")));
        }
        lines.tool("rings-" + name, adapter.ethtool(host, "-g").map(FingerprintReader::rings));
    }

    private static Reading options(Host host, String adapter, Aspect aspect, List<String> names) {
        return aspect.show(host, adapter).map(output -> AdapterSetting.text(aspect.values(output, names)));
    }

    private static String rings(String output) {
        return RingSizes.parse(output)
                .map(sizes -> sizes.receive() + " of " + sizes.mostReceive())
                .orElse("none");
    }

    private static void services(Lines lines, Host host) {
        ProcessTable processes = ProcessTable.read(host);
        lines.text("irqbalance", processes.running(Set.of("irqbalance")).isEmpty() ? "not running" : "running");
        lines.text("auditd", processes.running(Set.of("auditd")).isEmpty() ? "not running" : "running");
        lines.file("interrupt-affinity", "/proc/irq/default_smp_affinity");
        lines.text(
                "time-keeping",
                String.join(", ", TimeKeeping.read(host, processes).keepers()));
        lines.file("tuned-profile", "/etc/tuned/active_profile");
    }
}
