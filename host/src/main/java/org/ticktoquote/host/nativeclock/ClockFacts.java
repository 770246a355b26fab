package org.ticktoquote.host.nativeclock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What the machine says about its time: proc(5) and {@code Documentation/ABI/testing/sysfs-devices-system-clocksource}.
 *
 * @param architecture {@code amd64} or {@code aarch64}, as Java names it
 * @param flags of the first processor that concern its counter, in the order of the file; none on aarch64
 * @param clockSource what the kernel keeps time from; empty where it does not say
 * @param available what it could keep time from
 */
public record ClockFacts(String architecture, List<String> flags, String clockSource, List<String> available) {
    public static final String X86 = "amd64";
    public static final String ARM = "aarch64";

    private static final Set<String> CONCERNED = Set.of(
            "tsc",
            "rdtscp",
            "constant_tsc",
            "nonstop_tsc",
            "tsc_reliable",
            "tsc_known_freq",
            "tsc_adjust",
            "hypervisor");
    private static final String CLOCK_SOURCES = "devices/system/clocksource/clocksource0";

    public ClockFacts {
        flags = List.copyOf(flags);
        available = List.copyOf(available);
    }

    /** The facts of this machine. */
    public static ClockFacts ofThisMachine() {
        return read(System.getProperty("os.arch"), Path.of("/proc"), Path.of("/sys"));
    }

    /** The facts below two roots; files that do not exist say nothing. */
    static ClockFacts read(String architecture, Path proc, Path sys) {
        List<String> flags = text(proc.resolve("cpuinfo"))
                .lines()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> words(line.substring(line.indexOf(':') + 1)))
                .orElse(List.of());
        Path sources = sys.resolve(CLOCK_SOURCES);
        return new ClockFacts(
                architecture,
                flags.stream().filter(CONCERNED::contains).toList(),
                text(sources.resolve("current_clocksource")).trim(),
                words(text(sources.resolve("available_clocksource"))));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException absent) {
            return "";
        }
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Whether the counter runs at one rate, whatever frequency and idle state the processor is in. */
    public boolean invariant() {
        return architecture.equals(ARM) || flags.containsAll(List.of("constant_tsc", "nonstop_tsc"));
    }

    /** Whether the kernel itself keeps time from the counter, which it only does while it finds it sound. */
    public boolean keptByCounter() {
        return clockSource.equals("tsc") || clockSource.equals("arch_sys_counter");
    }
}
