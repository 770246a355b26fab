package org.ticktoquote.core.audit;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.clock.ClockPair;

/**
 * A line of {@code audit-ROLE.jsonl} after the first: the state of a process at one time.
 *
 * @param clock time of the sample
 * @param last whether this is the closing line of an orderly exit
 * @param clockSource current clock source of the kernel, empty if unknown
 * @param counters counter values by name. Only {@link #RUN_DELAY_NS} and {@link #APPLICATION_RUN_DELAY_NS} can
 *     decrease, when threads end
 * @param connections connections with a closed window, unread bytes, or counters that changed since the previous line.
 *     The closing line has all connections
 * @param hiccups delays in ns of the wakes scheduled since the previous line, as a compressed HdrHistogram in Base64
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
    /** Reading of {@link System#nanoTime()} after the kernel has reported the connections of the line. */
    public static final String CONNECTIONS_ASKED_NS = "connectionsAskedNs";

    public static final String STOLEN_TICKS = "stolenTicks";
    public static final String HOST_TICKS = "hostTicks";
    public static final String IDLE_TICKS = "idleTicks";
    public static final String APPLICATION_CPU_NS = "applicationCpuNs";
    /** Time that the application's live threads were runnable without a CPU. */
    public static final String APPLICATION_RUN_DELAY_NS = "applicationRunDelayNs";
    /** Datagrams dropped because the application's own sockets had no room, since the harness began to count. */
    public static final String APPLICATION_UDP_DROPS = "applicationUdpDrops";

    public static final String UDP_RECEIVE_ERRORS = "udpReceiveErrors";
    public static final String UDP_BUFFER_ERRORS = "udpBufferErrors";
    public static final String TCP_RETRANSMITS = "tcpRetransmits";
    public static final String TCP_ZERO_WINDOWS = "tcpZeroWindows";

    /** 146 years, so that the sum of two values cannot overflow. */
    private static final long MAX_NS = Long.MAX_VALUE / 2;

    public AuditSample {
        counters = Map.copyOf(counters);
        connections = List.copyOf(connections);
    }

    /** Throws {@link IllegalArgumentException} with a message for the user if a value is out of range. */
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
