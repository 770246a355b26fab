package org.ticktoquote.host.graph;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.ticktoquote.host.state.CpuList;

/**
 * Thread of a {@link ThreadGraph}.
 *
 * @param id number within the graph
 * @param process {@code application}, {@code replayer}, {@code clients}, {@code harness}, or another name
 * @param pid 0 if the thread was not observed
 * @param tid 0 if the thread was not observed
 * @param startTicks start time in ticks after boot (proc(5), starttime); 0 if the thread was not observed
 * @param name the kernel's name, up to 15 bytes
 * @param fullName empty if unknown
 * @param component empty if unknown
 * @param load mean share of a CPU, 0 to 1
 * @param loadP99 99th percentile of the loads of windows of 100 ms, no less than the mean
 * @param slices time slices per second; load / slices is the mean service time
 * @param spins whether the thread polls instead of waiting
 * @param pinned CPUs assigned by the user; empty if none
 * @param memoryNode node of most of its memory; -1 if unknown
 */
public record ThreadNode(
        int id,
        String process,
        long pid,
        long tid,
        long startTicks,
        String name,
        String fullName,
        ThreadRole role,
        String component,
        double load,
        double loadP99,
        double slices,
        boolean spins,
        CpuList pinned,
        int memoryNode) {
    /** Process of the application under test. */
    public static final String APPLICATION = "application";

    /** Returns a copy pinned to CPUs by the user. */
    public ThreadNode pinnedTo(CpuList cpus) {
        return new ThreadNode(
                id,
                process,
                pid,
                tid,
                startTicks,
                name,
                fullName,
                role,
                component,
                load,
                loadP99,
                slices,
                spins,
                cpus,
                memoryNode);
    }

    /** Returns the mean length of a time slice in seconds; 0 if the thread never ran. */
    public double serviceSeconds() {
        return slices > 0 ? load / slices : 0;
    }

    /** Role of a thread in a {@link ThreadGraph}. */
    public enum ThreadRole {
        /** Application thread. */
        COMPONENT,
        COLLECTOR,
        COMPILER,
        /** Other thread of the JVM itself. */
        JVM,
        T2Q,
        KERNEL;

        /** Returns the word used in files. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether this is not an application thread. Hand-offs of housekeeping threads never carry a tick. */
        public boolean isHousekeeping() {
            return this != COMPONENT;
        }
    }
}
