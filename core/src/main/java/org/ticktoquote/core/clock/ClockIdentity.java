package org.ticktoquote.core.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process's monotonic clock is one with: two processes of equal identity read the same clock, because they run under
 * one kernel since one start of it, and in one time namespace (time_namespaces(7)).
 *
 * @param boot random id of this start of the kernel; empty where it tells none
 * @param namespace as in {@code time:[4026531834]}; empty where the kernel has none
 */
public record ClockIdentity(String boot, String namespace) {
    /** Of the process that calls. */
    public static ClockIdentity own() {
        return new ClockIdentity(ownBoot(), ownNamespace());
    }

    /** Whether both surely read one clock. */
    public boolean same(ClockIdentity other) {
        return !boot.isEmpty() && equals(other);
    }

    private static String ownBoot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        } catch (IOException absent) {
            return "";
        }
    }

    private static String ownNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/time")).toString();
        } catch (IOException | UnsupportedOperationException absent) {
            return "";
        }
    }
}
