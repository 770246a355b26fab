package org.ticktoquote.core.audit;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.clock.ClockPair;

/**
 * One line of {@code audit-ROLE.jsonl} behind the first: the state of a process at a moment.
 *
 * @param clock the moment
 * @param last whether the process ended in order: no line follows
 * @param clockSource that the kernel uses now; empty when unknown
 * @param counters by name; they only grow
 * @param connections that something happened to since the line before; all of them in the last line
 * @param hiccups the delays of the wakes scheduled since the line before, in nanoseconds: an HdrHistogram, compressed,
 *     in Base64
 */
public record AuditSample(
        ClockPair clock,
        boolean last,
        String clockSource,
        Map<String, Long> counters,
        List<ConnectionFigures> connections,
        String hiccups) {
    public static final String VOLUNTARY_SWITCHES = "voluntarySwitches";
    public static final String INVOLUNTARY_SWITCHES = "involuntarySwitches";
    public static final String MAJOR_FAULTS = "majorFaults";
    public static final String CPU_NS = "cpuNs";
    public static final String RUN_DELAY_NS = "runDelayNs";
    public static final String THROTTLED_PERIODS = "throttledPeriods";
    public static final String THROTTLED_NS = "throttledNs";
    /** Of the process's collectors. */
    public static final String GC_PAUSES = "gcPauses";
    /** When the kernel had reported all of the line's connections. */
    public static final String CONNECTIONS_ASKED_NS = "connectionsAskedNs";

    public static final String STOLEN_TICKS = "stolenTicks";
    public static final String HOST_TICKS = "hostTicks";
    public static final String IDLE_TICKS = "idleTicks";
    public static final String APPLICATION_CPU_NS = "applicationCpuNs";
    /** Of the threads that live: ready, but without a processor. */
    public static final String APPLICATION_RUN_DELAY_NS = "applicationRunDelayNs";
    /** Datagrams that the application's own socket had no room for. */
    public static final String APPLICATION_UDP_DROPS = "applicationUdpDrops";

    public static final String UDP_RECEIVE_ERRORS = "udpReceiveErrors";
    public static final String UDP_BUFFER_ERRORS = "udpBufferErrors";
    public static final String TCP_RETRANSMITS = "tcpRetransmits";
    public static final String TCP_ZERO_WINDOWS = "tcpZeroWindows";

    /** So that two of them can be added: 146 years. */
    private static final long MOST_NS = Long.MAX_VALUE / 2;

    public AuditSample {
        counters = Map.copyOf(counters);
        connections = List.copyOf(connections);
    }

    /** Refuses what no process can have written: {@link IllegalArgumentException}, for people. */
    void check() {
        boolean times = Math.abs(clock.monotonicNs()) < MOST_NS
                && Math.abs(clock.realtimeNs()) < MOST_NS
                && clock.uncertaintyNs() >= 0
                && clock.uncertaintyNs() < MOST_NS;
        if (!times) {
            throw new IllegalArgumentException("its clock reads " + clock);
        }
        counters.forEach((name, value) -> {
            if (value < 0) {
                throw new IllegalArgumentException("its counter " + name + " is " + value);
            }
        });
        HiccupText.parse(hiccups);
    }
}
