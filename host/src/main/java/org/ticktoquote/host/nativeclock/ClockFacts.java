package org.ticktoquote.host.nativeclock;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ticktoquote.host.source.Reading;

/**
 * Clock sources and counter flags that a machine reports: proc(5) and {@code
 * Documentation/ABI/testing/sysfs-devices-system-clocksource}.
 *
 * @param architecture {@code amd64} or {@code aarch64}, as in {@code os.arch}
 * @param flags counter flags of the first processor, in file order; none on aarch64
 * @param clockSource the kernel's current clock source; empty if unknown
 * @param available clock sources that the kernel can use
 */
public record ClockFacts(String architecture, List<String> flags, String clockSource, List<String> available) {
    /** Name of the source of all time stamps of a run. */
    public static final String NANO_TIME = "System.nanoTime";

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

    /** Reads the facts of this machine. */
    public static ClockFacts ofThisMachine() {
        return read(System.getProperty("os.arch"), Path.of("/proc"), Path.of("/sys"));
    }

    /** Reads the facts below the given roots. Facts from missing files are empty. */
    static ClockFacts read(String architecture, Path proc, Path sys) {
        List<String> flags = Reading.of(Reading.textOf(proc.resolve("cpuinfo")))
                .after("flags")
                .map(rest -> words(rest.replaceFirst(":", "")))
                .orElse(List.of());
        Path sources = sys.resolve(CLOCK_SOURCES);
        return new ClockFacts(
                architecture,
                flags.stream().filter(CONCERNED::contains).toList(),
                Reading.textOf(sources.resolve("current_clocksource")).trim(),
                words(Reading.textOf(sources.resolve("available_clocksource"))));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Returns whether the counter has a constant rate in all frequency and idle states. */
    public boolean invariant() {
        return architecture.equals(ARM) || flags.containsAll(List.of("constant_tsc", "nonstop_tsc"));
    }

    /** Returns whether the kernel uses the counter as its clock source, which it does only while it trusts the counter. */
    public boolean keptByCounter() {
        return clockSource.equals("tsc") || clockSource.equals("arch_sys_counter");
    }

    /**
     * Returns why the source of all time stamps of a run is {@link #NANO_TIME}, for processes on this feature release of
     * Java or newer ones: why this machine's counter is not used.
     *
     * <p>All processes of a run need the same clock, on every supported Java. Each process would calibrate its own
     * {@link TscClock}. Two of them can differ by the sum of their error bounds, and save only a few nanoseconds per reading.
     */
    public String reasonForNanoTime(int java) {
        String source = clockSource.isEmpty() ? "an unknown clock source" : clockSource;
        if (!invariant()) {
            return "The processor does not promise a counter of constant rate (constant_tsc, nonstop_tsc), so only the"
                    + " kernel's own clock is safe; it keeps time from " + source + ".";
        }
        if (java < KernelClock.NEEDED_JAVA) {
            return "The processor's counter can be read cheaply from Java " + KernelClock.NEEDED_JAVA
                    + " on and the processes run on Java " + java + "; the kernel keeps time from " + source + ".";
        }
        if (!keptByCounter()) {
            return "The kernel keeps time from " + source
                    + " and not from the processor's counter, so the counter"
                    + " can be unreliable. Processes that calibrate it themselves could disagree unnoticed.";
        }
        return "It already reads the processor's counter, calibrated by the kernel for all processes (clock source "
                + source
                + "). A counter calibrated in each process would only save the conversion and would add its error"
                + " bound to every figure.";
    }
}
