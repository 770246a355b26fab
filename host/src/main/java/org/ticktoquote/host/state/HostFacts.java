package org.ticktoquote.host.state;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.source.Reading;

/** Facts about this host from its own files. Omits unknown facts. */
public final class HostFacts {
    private HostFacts() {}

    /** Returns the facts by name, in a fixed order. */
    public static Map<String, String> read() {
        Host host = new LiveHost();
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "kernel", host.file("/proc/sys/kernel/osrelease").line().or(""));
        put(facts, "kernelVersion", host.file("/proc/sys/kernel/version").line().or(""));
        put(facts, "architecture", System.getProperty("os.arch"));
        put(facts, "cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        put(facts, "cpuModel", field(host.file("/proc/cpuinfo"), "model name"));
        put(facts, "memory", field(host.file("/proc/meminfo"), "MemTotal"));
        put(
                facts,
                "clockSource",
                host.file("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                        .line()
                        .or(""));
        put(facts, "harnessJava", System.getProperty("java.vm.name") + " " + Runtime.version());
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }

    private static String field(Reading file, String name) {
        return file.after(name)
                .map(rest -> rest.substring(rest.indexOf(':') + 1).trim())
                .orElse("");
    }
}
