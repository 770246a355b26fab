package org.ticktoquote.core.audit;

import com.sun.jna.LastErrorException;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.linux.LibC;

/**
 * What the kernel has counted for this process, over all its threads, from getrusage(2); zeros where it cannot be asked.
 *
 * @param voluntarySwitches a thread waited
 * @param involuntarySwitches a thread was preempted
 * @param majorFaults a page had to come from the disk
 * @param cpuNs user and system time
 */
record ProcessUsage(long voluntarySwitches, long involuntarySwitches, long majorFaults, long cpuNs) {
    private static final int LONGS = 18;
    private static final int MAJOR_FAULTS = 9;
    private static final int VOLUNTARY_SWITCHES = 16;
    private static final int INVOLUNTARY_SWITCHES = 17;

    static ProcessUsage read() {
        try {
            long[] values = new long[LONGS];
            LibC.get().getrusage(LibC.RUSAGE_SELF, values);
            return new ProcessUsage(
                    values[VOLUNTARY_SWITCHES],
                    values[INVOLUNTARY_SWITCHES],
                    values[MAJOR_FAULTS],
                    ns(values[0], values[1]) + ns(values[2], values[3]));
        } catch (LinkageError | LastErrorException notHere) {
            return new ProcessUsage(0, 0, 0, 0);
        }
    }

    private static long ns(long seconds, long microseconds) {
        return TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MICROSECONDS.toNanos(microseconds);
    }
}
