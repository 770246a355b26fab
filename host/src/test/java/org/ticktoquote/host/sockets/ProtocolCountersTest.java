package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.host.sockets.HostCounters.ProtocolCounters;

class ProtocolCountersTest {
    private static final String PAIRS = """
            Udp: InDatagrams NoPorts InErrors
            Udp: 60878 62 39945
            TcpExt: SyncookiesSent TCPToZeroWindowAdv
            TcpExt: 0 2
            """;

    @Test
    void findsACounterByItsProtocolAndName() {
        ProtocolCounters counters = ProtocolCounters.parse(PAIRS, "Udp6InErrors     \t5\nIp6InReceives 1\n");
        assertThat(counters.sum("Udp.InErrors")).isEqualTo(39_945);
        assertThat(counters.sum("TcpExt.TCPToZeroWindowAdv")).isEqualTo(2);
        assertThat(counters.sum("Udp.InErrors", "Udp6InErrors")).isEqualTo(39_950);
    }

    @Test
    void isZeroForWhatAKernelDoesNotCount() {
        assertThat(ProtocolCounters.parse("", "").sum("Udp.InErrors")).isZero();
        assertThat(ProtocolCounters.parse(PAIRS, "").sum("Udp.Unheard")).isZero();
    }
}
