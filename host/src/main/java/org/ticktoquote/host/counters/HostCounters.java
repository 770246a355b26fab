package org.ticktoquote.host.counters;

import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.AuditSource;
import org.ticktoquote.core.linux.CpuSteal;

/** What the host counts; one process of a run is enough to write it down. */
public final class HostCounters implements AuditSource {
    @Override
    public void read(ObjLongConsumer<String> to) {
        to.accept(AuditSample.STOLEN_TICKS, CpuSteal.read().steal());
        ProtocolCounters network = ProtocolCounters.read();
        to.accept(AuditSample.UDP_RECEIVE_ERRORS, network.sum("Udp.InErrors", "Udp6InErrors"));
        to.accept(AuditSample.UDP_BUFFER_ERRORS, network.sum("Udp.RcvbufErrors", "Udp6RcvbufErrors"));
        to.accept(AuditSample.TCP_RETRANSMITS, network.sum("Tcp.RetransSegs"));
        to.accept(AuditSample.TCP_ZERO_WINDOWS, network.sum("TcpExt.TCPToZeroWindowAdv"));
    }
}
