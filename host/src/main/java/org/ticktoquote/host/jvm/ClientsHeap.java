package org.ticktoquote.host.jvm;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap of the clients: the young generation holds what they allocate in a default run, as far as the host has the memory.
 * An eighth of it at most, 192 MB at least and 2 GB at most.
 */
public final class ClientsHeap {
    /** As in {@code /proc/meminfo}. */
    private static final Pattern KIB = Pattern.compile("([0-9]{1,15}) kB");

    private static final long KIB_OF_MIB = 1024;
    private static final long LEAST_MIB = 192;
    private static final long MOST_MIB = 2048;
    private static final int SHARE = 8;
    private static final int YOUNG_PERCENT = 88;

    private ClientsHeap() {}

    /** Flags for a host with so much memory; the most where it does not say. */
    public static List<String> flags(String memory) {
        Matcher kib = KIB.matcher(memory);
        long mib = kib.matches() ? Long.parseLong(kib.group(1)) / KIB_OF_MIB / SHARE : MOST_MIB;
        long heap = Math.max(LEAST_MIB, Math.min(MOST_MIB, mib));
        return List.of(
                "-Xms" + heap + "m",
                "-Xmx" + heap + "m",
                "-Xmn" + heap * YOUNG_PERCENT / 100 + "m",
                "-XX:SurvivorRatio=16",
                "-XX:MetaspaceSize=64m");
    }
}
