package org.ticktoquote.core.audit;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.clock.ClockPair;

/**
 * A line of {@code audit-ROLE.jsonl} after the first: the state of a process at one time.
 *
 * @param clock time of the sample
 * @param last whether the process ended in order, so that no line follows
 * @param clockSource current clock source of the kernel, empty if unknown
 * @param counters by name. They only grow
 * @param connections to which something happened since the previous line, all of them in the last line
 * @param hiccups delays of the wakes scheduled since the previous line, in nanoseconds: a compressed HdrHistogram in Base64
 */
public record AuditSample(
        ClockPair clock,
        boolean last,
        String clockSource,
        Map<String, Long> counters,
        List<ConnectionCounters> connections,
        String hiccups) {
    public static final String VOLUNTARY_SWITCHES = "voluntarySwitches";
    public static final String INVOLUNTARY_SWITCHES = "involuntarySwitches";
    public static final String MAJOR_FAULTS = "majorFaults";
    public static final String CPU_NS = "cpuNs";
    public static final String RUN_DELAY_NS = "runDelayNs";
    public static final String THROTTLED_PERIODS = "throttledPeriods";
    public static final String THROTTLED_NS = "throttledNs";
    /** Pauses of the process's garbage collectors. */
    public static final String GC_PAUSES = "gcPauses";
    /** Time at which the kernel had reported all connections of the line. */
    public static final String CONNECTIONS_ASKED_NS = "connectionsAskedNs";

    public static final String STOLEN_TICKS = "stolenTicks";
    public static final String HOST_TICKS = "hostTicks";
    public static final String IDLE_TICKS = "idleTicks";
    public static final String APPLICATION_CPU_NS = "applicationCpuNs";
    /** Time for which living threads were ready but had no CPU. */
    public static final String APPLICATION_RUN_DELAY_NS = "applicationRunDelayNs";
    /** Datagrams for which the application's own socket had no room. */
    public static final String APPLICATION_UDP_DROPS = "applicationUdpDrops";

    public static final String UDP_RECEIVE_ERRORS = "udpReceiveErrors";
    public static final String UDP_BUFFER_ERRORS = "udpBufferErrors";
    public static final String TCP_RETRANSMITS = "tcpRetransmits";
    public static final String TCP_ZERO_WINDOWS = "tcpZeroWindows";

    /** 146 years, so that two of them can be added. */
    private static final long MAX_NS = Long.MAX_VALUE / 2;

    public AuditSample {
        counters = Map.copyOf(counters);
        connections = List.copyOf(connections);
    }

    /** Throws {@link IllegalArgumentException} with a text for the user if no process can have written this sample. */
    void check() {
        boolean times = Math.abs(clock.monotonicNs()) < MAX_NS
                && Math.abs(clock.realtimeNs()) < MAX_NS
                && clock.uncertaintyNs() >= 0
                && clock.uncertaintyNs() < MAX_NS;
        if (!times) {
            throw new IllegalArgumentException("its clock reads " + clock);
        }
        counters.forEach((name, value) -> {
            if (value < 0) {
                throw new IllegalArgumentException("its counter " + name + " is " + value);
            }
        });
        HistogramText.parse(hiccups);
    }
}
