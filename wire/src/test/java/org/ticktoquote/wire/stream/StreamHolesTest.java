package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.stream.TcpScript.MS;

import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.stream.RecordedStreams.Item;

/** Bytes missing from the capture. */
final class StreamHolesTest {
    private static final long S = 1000 * MS;

    private final TcpScript script = new TcpScript();

    @Test
    void acknowledgedMissingBytesAreAHole() {
        script.handshake()
                .client(0, "abc")
                .client(6, "ghi")
                .serverAcks(9)
                .after(11 * MS)
                .client(9, "j");
        assertThat(script.clientStream().text()).isEqualTo("abc[3]ghij");
        assertThat(script.counts().holes).isEqualTo(1);
        assertThat(script.counts().holeBytes).isEqualTo(3);
    }

    @Test
    void acknowledgedMissingBytesAtTheEndAreAHole() {
        script.handshake().client(0, "abc").serverAcks(9).after(11 * MS).serverAcks(9);
        assertThat(script.clientStream().text()).isEqualTo("abc[6]");
    }

    @Test
    void acknowledgementCanPrecedeItsData() {
        script.handshake()
                .client(0, "abc")
                .serverAcks(6)
                .after(9 * MS)
                .client(3, "def")
                .after(S)
                .client(6, "g");
        assertThat(script.clientStream().text()).isEqualTo("abcdefg");
    }

    @Test
    void waitsForUnacknowledgedBytesWhileTheReceiverIsSeen() {
        script.handshake().client(3, "def");
        for (int i = 0; i < 20; i++) {
            script.after(S).serverAcks(0);
        }
        script.client(0, "abc");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.clientStream().items.get(0).timeNs()).isEqualTo(20 * S);
    }

    @Test
    void missingBytesOfAOneDirectionalCaptureAreAHoleAfterATimeout() {
        script.client(0, "abc").client(6, "ghi").after(2 * S).client(9, "j");
        assertThat(script.clientStream().text()).isEqualTo("abc");
        script.after(2 * S).client(10, "k");
        assertThat(script.clientStream().text()).isEqualTo("abc[3]ghijk");
    }

    @Test
    void bytesOfAReportedHoleAreLate() {
        script.handshake()
                .client(0, "abc")
                .client(6, "ghi")
                .serverAcks(9)
                .after(S)
                .client(3, "def")
                .client(9, "j");
        assertThat(script.clientStream().text()).isEqualTo("abc[3]ghij");
        assertThat(script.counts().lateBytes).isEqualTo(3);
        assertThat(script.counts().retransmittedBytes).isZero();
    }

    @Test
    void tailOfACutFrameIsAHoleAtOnce() {
        script.handshake().send(true, 0, 0, ACK, "abc", 6).client(6, "ghi");
        assertThat(script.clientStream().text()).isEqualTo("abc[3]ghi");
        assertThat(script.counts().cutBytes).isEqualTo(3);
    }

    @Test
    void retransmissionCompletesAPendingCutFrame() {
        script.handshake()
                .after(5)
                .send(true, 3, 0, ACK, "d", 3)
                .after(5)
                .client(4, "ef")
                .after(5)
                .client(0, "abc");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.clientStream().items).extracting(Item::timeNs).containsExactly(15L, 15L, 15L, 5L, 5L, 5L);
    }
}
