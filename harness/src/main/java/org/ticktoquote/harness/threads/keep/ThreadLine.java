package org.ticktoquote.harness.threads.keep;

/**
 * One thread of {@code threads.json}.
 *
 * @param who {@code application}, {@code application-jvm}, {@code replayer}, {@code clients} or {@code harness}
 * @param name as the kernel keeps it, up to 15 characters
 * @param kind {@code gc}, {@code compiler}, {@code vm} or {@code other}
 * @param policy {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle} or {@code deadline}, as last seen; {@code
 *     unknown} of one that was seen once
 * @param priority 1 to 99 of a real-time thread; else 0
 * @param rule of the plan that placed it
 * @param before CPUs that it was allowed when it was first seen
 * @param requested CPUs of the plan; {@code unmanaged} where it leaves the thread alone
 * @param after CPUs read back at the end of the measured part, or as last known
 * @param cpusSeen CPUs that it ran on in the measured part, as sampled
 * @param samples looks at it in the measured part
 * @param outside how many of them found it on another CPU than requested
 * @param changedByOthers how often its mask had become another one
 * @param voluntarySwitches in the measured part; of a thread that ended meanwhile unknown: 0
 * @param involuntarySwitches likewise
 * @param newcomer whether it appeared after the plan was applied
 * @param corrected whether such a thread had inherited another mask than the plan's
 * @param ended whether it ended before the run did
 * @param problem why the plan was not in force for it; empty when it was
 */
public record ThreadLine(
        String who,
        long pid,
        long tid,
        String name,
        String kind,
        String policy,
        int priority,
        String rule,
        String before,
        String requested,
        String after,
        String cpusSeen,
        long samples,
        long outside,
        int changedByOthers,
        long voluntarySwitches,
        long involuntarySwitches,
        boolean newcomer,
        boolean corrected,
        boolean ended,
        String problem) {
    static final String LEFT_ALONE = "unmanaged";
}
