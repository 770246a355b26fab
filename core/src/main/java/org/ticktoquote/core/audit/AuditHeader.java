package org.ticktoquote.core.audit;

import java.util.UUID;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.hiccup.HiccupMeter;

/**
 * First line of {@code audit-ROLE.jsonl}, with the constants of the process.
 *
 * @param formatVersion version of the file's format
 * @param run identity of the run
 * @param role role of the audited process
 * @param pid process id
 * @param java name and version of its JVM
 * @param timeNamespace kernel's name of the time namespace, such as {@code time:[4026531834]}, empty if the kernel has
 *     none
 * @param hiccupIntervalNs time between two scheduled wakes
 * @param hiccupThresholdNs initial threshold of the hiccup journal
 */
public record AuditHeader(
        int formatVersion,
        UUID run,
        String role,
        long pid,
        String java,
        String timeNamespace,
        long hiccupIntervalNs,
        long hiccupThresholdNs) {
    public static final int FORMAT_VERSION = 2;

    boolean isOf(UUID expectedRun, String expectedRole) {
        return run.equals(expectedRun) && role.equals(expectedRole);
    }

    /** Describes the mismatch with the expected run and role. */
    String mismatch(UUID expectedRun, String expectedRole) {
        return "belongs to " + role + " of run " + run + ", expected " + expectedRole + " of run " + expectedRun;
    }

    /** Creates the header of the calling process. */
    static AuditHeader of(UUID run, String role) {
        return new AuditHeader(
                FORMAT_VERSION,
                run,
                role,
                ProcessHandle.current().pid(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ClockIdentity.own().namespace(),
                HiccupMeter.INTERVAL_NS,
                HiccupMeter.THRESHOLD_NS);
    }
}
