package org.ticktoquote.host.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the machine says about itself, read from its own files; unknown facts are left out. */
public final class HostFacts {
    private HostFacts() {}

    /** Name and value of each fact, in a fixed order. */
    public static Map<String, String> read() {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "kernel", firstLine(Path.of("/proc/sys/kernel/osrelease")));
        put(facts, "kernelVersion", firstLine(Path.of("/proc/sys/kernel/version")));
        put(facts, "architecture", System.getProperty("os.arch"));
        put(facts, "cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        put(facts, "cpuModel", field(Path.of("/proc/cpuinfo"), "model name"));
        put(facts, "memory", field(Path.of("/proc/meminfo"), "MemTotal"));
        put(
                facts,
                "clockSource",
                firstLine(Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource")));
        put(facts, "harnessJava", System.getProperty("java.vm.name") + " " + Runtime.version());
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("").trim();
        } catch (IOException absent) {
            return "";
        }
    }

    private static String field(Path file, String name) {
        try {
            return Files.readString(file)
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .orElse("");
        } catch (IOException absent) {
            return "";
        }
    }
}
