package org.ticktoquote.core.audit;

import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.hiccup.HiccupMeter;

/**
 * The first line of {@code audit-ROLE.jsonl}: what does not change.
 *
 * @param formatVersion of the file
 * @param role of the process
 * @param pid its id
 * @param java name and version of its JVM
 * @param timeNamespace as in {@code time:[4026531834]}; empty where the kernel has none
 * @param hiccupIntervalNs between two scheduled wakes
 * @param hiccupThresholdNs from which on the hiccup journal holds a delay, at first
 */
public record AuditHeader(
        int formatVersion,
        String role,
        long pid,
        String java,
        String timeNamespace,
        long hiccupIntervalNs,
        long hiccupThresholdNs) {
    public static final int FORMAT_VERSION = 1;

    /** Of the process that calls. */
    static AuditHeader of(String role) {
        return new AuditHeader(
                FORMAT_VERSION,
                role,
                ProcessHandle.current().pid(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ClockIdentity.own().namespace(),
                HiccupMeter.INTERVAL_NS,
                HiccupMeter.THRESHOLD_NS);
    }
}
