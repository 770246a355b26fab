package org.ticktoquote.core.audit;

import java.util.UUID;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.hiccup.HiccupMeter;

/**
 * The first line of {@code audit-ROLE.jsonl}: what does not change.
 *
 * @param formatVersion of the file
 * @param run the identity of the run
 * @param role of the process
 * @param pid its id
 * @param java name and version of its JVM
 * @param timeNamespace as in {@code time:[4026531834]}; empty where the kernel has none
 * @param hiccupIntervalNs between two scheduled wakes
 * @param hiccupThresholdNs from which on the hiccup journal holds a delay, at first
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

    /** What this is where something else was expected. */
    String instead(UUID expectedRun, String expectedRole) {
        return "is " + role + " of run " + run + ", expected " + expectedRole + " of run " + expectedRun;
    }

    /** Of the process that calls. */
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
