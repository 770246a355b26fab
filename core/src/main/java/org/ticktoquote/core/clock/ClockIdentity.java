package org.ticktoquote.core.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identity of a process's monotonic clock. Processes with equal identities read the same clock, because they run in the same
 * kernel boot and the same time namespace (time_namespaces(7)).
 *
 * @param boot random id of the boot, empty if the kernel has none
 * @param namespace kernel's name of the time namespace, such as {@code time:[4026531834]}, empty if the kernel has none
 */
public record ClockIdentity(String boot, String namespace) {
    /** Returns the identity of the calling process. */
    public static ClockIdentity own() {
        return new ClockIdentity(ownBoot(), ownNamespace());
    }

    /** Returns whether both are known to be the same clock. */
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
