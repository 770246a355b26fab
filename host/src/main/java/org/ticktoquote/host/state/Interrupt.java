package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * Interrupt of a device and the CPUs that it reaches.
 *
 * @param number interrupt number
 * @param device its name in {@code /proc/interrupts}
 * @param cpus effective affinity, or the allowed affinity on kernels before 4.15
 * @param affinityFile file to change the affinity
 */
public record Interrupt(int number, String device, CpuList cpus, String affinityFile) {
    private static final String FOLDER = "/proc/irq";

    /** Returns the interrupts in use, by number. */
    public static List<Interrupt> read(Host host) {
        Map<String, String> devices = devices(host.file("/proc/interrupts").or(""));
        List<Interrupt> interrupts = new ArrayList<>();
        host.names(FOLDER).stream()
                .filter(devices::containsKey)
                .mapToInt(Integer::parseInt)
                .sorted()
                .forEach(number -> interrupts.add(interrupt(host, number, devices)));
        return interrupts;
    }

    private static Interrupt interrupt(Host host, int number, Map<String, String> devices) {
        String folder = FOLDER + "/" + number;
        Reading effective = host.file(folder + "/effective_affinity_list").line();
        String list = effective.or("").isEmpty()
                ? host.file(folder + "/smp_affinity_list").line().or("")
                : effective.or("");
        return new Interrupt(
                number,
                devices.getOrDefault(Integer.toString(number), ""),
                CpuList.parse(list),
                folder + "/smp_affinity_list");
    }

    /** Parses lines of numbered interrupts: number, count per CPU, chip, trigger, device. */
    private static Map<String, String> devices(String table) {
        Map<String, String> devices = new HashMap<>();
        for (String line : table.lines().skip(1).toList()) {
            String[] words = line.trim().split("\\s+", -1);
            String number = words[0].replace(":", "");
            if (number.matches("[0-9]{1,6}")) {
                devices.put(number, words[words.length - 1]);
            }
        }
        return devices;
    }
}
