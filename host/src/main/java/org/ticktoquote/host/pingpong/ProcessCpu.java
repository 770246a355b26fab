package org.ticktoquote.host.pingpong;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process. */
final class ProcessCpu {
    private ProcessCpu() {}

    /** Used by all threads since the start, in seconds; 0 where the JVM does not tell. */
    static double seconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime() / 1e9
                : 0;
    }
}
