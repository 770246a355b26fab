package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.packet.Packet.ACK;

import org.junit.jupiter.api.Test;

class StreamResetsTest {
    private static final int AHEAD = 5_000;

    private final TcpScript script = new TcpScript();

    @Test
    void dataAfterAResetAheadStartsAnotherConnection() {
        script.handshake().client(0, "abc").serverAcks(3).clientReset(AHEAD).client(3, "def");
        assertThat(script.clientStream().text()).isEqualTo("abc");
        assertThat(script.clientStream().end).startsWith("RESET@");
        assertThat(script.recorded.all.get(1).text()).isEqualTo("def");
        assertThat(script.recorded.all.get(1).flow.fromStart()).isFalse();
        assertThat(script.counts().afterEndBytes).isZero();
    }

    @Test
    void acknowledgementAfterAResetAheadStartsAnotherConnection() {
        script.handshake().server(0, "abc").clientReset(AHEAD).send(true, 0, 3, ACK, "", 0);
        script.server(3, "def");
        assertThat(script.recorded.all.get(1).text()).isEqualTo("def");
    }

    @Test
    void dataOfThePeerAfterAResetAheadIsAfterTheEnd() {
        script.handshake().client(0, "abc").clientReset(AHEAD).server(0, "def");
        assertThat(script.counts().connections).isEqualTo(1);
        assertThat(script.counts().afterEndBytes).isEqualTo(3);
    }

    @Test
    void connectionEndsWithAResetRightAfterTheLastByte() {
        script.handshake().client(0, "abc").clientReset(3).client(3, "def");
        assertThat(script.counts().connections).isEqualTo(1);
        assertThat(script.counts().afterEndBytes).isEqualTo(3);
    }
}
