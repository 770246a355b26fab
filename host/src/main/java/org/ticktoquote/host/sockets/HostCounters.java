package org.ticktoquote.host.sockets;

import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.CounterSource;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;

/**
 * Reads counters of the host, which one process of a run records for all. Counters of the network namespace begin with it.
 * Missing counters are 0. Not thread-safe.
 */
public final class HostCounters implements CounterSource {
    private final KernelText text = new KernelText();
    private final OpenFile stat = new OpenFile("/proc/stat");
    private final OpenFile basic;
    private final OpenFile extended;
    private final OpenFile version6;

    public HostCounters() {
        this("/proc/net");
    }

    /** @param network folder of {@code snmp}, {@code netstat} and {@code snmp6} */
    HostCounters(String network) {
        this.basic = new OpenFile(network + "/snmp");
        this.extended = new OpenFile(network + "/netstat");
        this.version6 = new OpenFile(network + "/snmp6");
    }

    @Override
    public void read(ObjLongConsumer<String> to) {
        to.accept(AuditSample.STOLEN_TICKS, CpuSteal.read(text, stat).steal());
        to.accept(AuditSample.UDP_RECEIVE_ERRORS, udp("InErrors"));
        to.accept(AuditSample.UDP_BUFFER_ERRORS, udp("RcvbufErrors"));
        to.accept(AuditSample.TCP_RETRANSMITS, basic("Tcp:", "RetransSegs"));
        to.accept(AuditSample.TCP_ZERO_WINDOWS, extended("TcpExt:", "TCPToZeroWindowAdv"));
    }

    /** Returns a UDP counter, for IPv4 and IPv6 together. */
    long udp(String name) {
        return basic("Udp:", name) + alone("Udp6" + name);
    }

    long basic(String protocol, String name) {
        return text.read(basic) ? column(protocol, name) : 0;
    }

    long extended(String protocol, String name) {
        return text.read(extended) ? column(protocol, name) : 0;
    }

    /** Reads a value from the two lines of a protocol: names, then values. */
    private long column(String protocol, String name) {
        while (text.nextLine()) {
            boolean found = text.nextWord() && text.wordIs(protocol);
            for (int words = 2; found && text.nextWord(); words++) {
                if (text.wordIs(name)) {
                    return text.nextLine() && text.skipWords(words) ? Math.max(0, text.number()) : 0;
                }
            }
        }
        return 0;
    }

    /** Reads a value from a file with one counter per line. */
    private long alone(String name) {
        for (boolean more = text.read(version6) && text.nextLine(); more; more = text.nextLine()) {
            if (text.nextWord() && text.wordIs(name)) {
                return Math.max(0, text.nextNumber());
            }
        }
        return 0;
    }

    /**
     * Counters of a host since its boot.
     *
     * @param steal CPU time taken from the host
     * @param udpDrops dropped datagrams; none if no feed was given
     */
    public record HostCount(CpuSteal steal, UdpDrops udpDrops) {}
}
