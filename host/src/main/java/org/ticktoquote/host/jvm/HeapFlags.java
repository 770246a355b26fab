package org.ticktoquote.host.jvm;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the heap size in JVM flags against this host's memory, and computes the clients' heap flags. A JVM with too large a
 * heap starts, and is killed later.
 */
public final class HeapFlags {
    private static final Pattern SIZE = Pattern.compile("(-Xm[xsn]|-XX:(?:Max|Initial)HeapSize=)([0-9]+)([kKmMgGtT]?)");
    private static final String UNITS = "kmgt";
    private static final int UNIT_BITS = 10;
    private static final int GIB_BITS = 30;
    /** Value of {@code MemTotal} in {@code /proc/meminfo}. */
    private static final Pattern KIB = Pattern.compile("([0-9]{1,15}) kB");

    private static final long KIB_OF_MIB = 1024;
    private static final long MIN_MIB = 192;
    private static final long MAX_MIB = 2048;
    private static final int SHARE = 8;
    private static final int YOUNG_PERCENT = 88;

    private HeapFlags() {}

    /** Returns why this host cannot provide the requested heap; empty if it can. */
    public static Optional<String> problem(List<String> flags) {
        OperatingSystemMXBean host = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return problem(flags, host.getTotalMemorySize());
    }

    static Optional<String> problem(List<String> flags, long memoryBytes) {
        return flags.stream()
                .filter(flag -> bytes(flag).compareTo(BigInteger.valueOf(memoryBytes)) > 0)
                .findFirst()
                .map(flag -> String.format(
                        Locale.ROOT,
                        "%s is more than the %.1f GiB of memory of this host",
                        flag,
                        (double) memoryBytes / (1L << GIB_BITS)));
    }

    private static BigInteger bytes(String flag) {
        Matcher size = SIZE.matcher(flag);
        if (!size.matches()) {
            return BigInteger.ZERO;
        }
        String unit = size.group(3).toLowerCase(Locale.ROOT);
        int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
        return new BigInteger(size.group(2)).shiftLeft(UNIT_BITS * power);
    }

    /** Returns the clients' heap flags for a host with this {@code MemTotal}; the largest heap if it is unknown. */
    public static List<String> ofClients(String memory) {
        Matcher kib = KIB.matcher(memory);
        long mib = kib.matches() ? Long.parseLong(kib.group(1)) / KIB_OF_MIB / SHARE : MAX_MIB;
        long heap = Math.max(MIN_MIB, Math.min(MAX_MIB, mib));
        return List.of(
                "-Xms" + heap + "m",
                "-Xmx" + heap + "m",
                "-Xmn" + heap * YOUNG_PERCENT / 100 + "m",
                "-XX:SurvivorRatio=16",
                "-XX:MetaspaceSize=64m");
    }
}
