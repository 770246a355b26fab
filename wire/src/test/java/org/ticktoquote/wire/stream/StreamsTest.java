package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.SYN;
import static org.ticktoquote.wire.stream.TcpScript.MS;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.wire.stream.RecordedStreams.Item;

final class StreamsTest {
    private static final long S = 1000 * MS;

    private final TcpScript script = new TcpScript();

    @Test
    void readsBothDirectionsWithTheirAddresses() {
        script.handshake().client(0, "8=FIX").server(0, "9=12").client(5, ".4.4");
        assertThat(script.clientStream().text()).isEqualTo("8=FIX.4.4");
        assertThat(script.serverStream().text()).isEqualTo("9=12");
        InetSocketAddress client = new InetSocketAddress("10.0.0.1", 40_000);
        InetSocketAddress server = new InetSocketAddress("10.0.0.2", 9001);
        assertThat(script.clientStream().flow).isEqualTo(new StreamDirection(0, client, server, true, true));
        assertThat(script.serverStream().flow).isEqualTo(new StreamDirection(0, server, client, false, true));
    }

    @Test
    void deliversOvertakingBytesInOrderWithTheirOwnTime() {
        script.handshake()
                .after(5)
                .client(3, "def")
                .after(5)
                .client(0, "abc")
                .after(5)
                .client(6, "g");
        assertThat(script.clientStream().text()).isEqualTo("abcdefg");
        assertThat(script.clientStream().items)
                .extracting(Item::timeNs)
                .containsExactly(10L, 10L, 10L, 5L, 5L, 5L, 15L);
        assertThat(script.clientStream().items).extracting(Item::number).containsExactly(5L, 5L, 5L, 4L, 4L, 4L, 6L);
        assertThat(script.counts().outOfOrder).isEqualTo(1);
    }

    @Test
    void retransmissionIsReportedAndDoesNotReplaceTheFirstTime() {
        script.handshake()
                .after(5)
                .client(0, "abc")
                .after(200)
                .client(0, "abcde")
                .client(2, "cd");
        assertThat(script.clientStream().text()).isEqualTo("abcde");
        assertThat(script.clientStream().items).extracting(Item::timeNs).containsExactly(5L, 5L, 5L, 205L, 205L);
        assertThat(script.clientStream().retransmitted).containsExactly(5L, 6L);
        assertThat(script.counts().retransmissions).isEqualTo(2);
        assertThat(script.counts().retransmittedBytes).isEqualTo(5);
        assertThat(script.counts().conflicts).isZero();
    }

    /** Overlaps that distinguish target-based reassembly policies (Shankar and Paxson, Novak and Sturges): "first". */
    @Test
    void firstOfOverlappingSegmentsWins() {
        script.handshake()
                .client(0, "111")
                .client(4, "22")
                .client(6, "333")
                .client(1, "4444")
                .client(6, "555")
                .client(9, "666");
        assertThat(List.of(script.clientStream().text(), script.counts().conflicts, script.counts().conflictingBytes))
                .containsExactly("111422333666", 2L, 6L);
        assertThat(script.counts().retransmittedBytes).isEqualTo(6);
    }

    @Test
    void keepAlivesAreNeitherDataNorConflicts() {
        script.handshake().client(0, "abc").serverAcks(3);
        script.after(S).client(2, "").after(S).client(2, "\0").serverAcks(3).client(3, "d");
        assertThat(List.of(script.clientStream().text(), script.counts().keepAliveBytes, script.counts().conflicts))
                .containsExactly("abcd", 1L, 0L);
        assertThat(script.counts().retransmissions).isZero();
    }

    @Test
    void keepAliveDoesNotStartAStream() {
        script.client(9, "\0").serverAcks(10).client(10, "8=FIX");
        assertThat(script.clientStream().text()).isEqualTo("8=FIX");
    }

    @Test
    void keepAliveAfterMissingBytesIsPartOfTheHole() {
        script.handshake().client(0, "abc").after(60 * S).client(9, "\0").serverAcks(10);
        script.after(S).client(10, "8=FIX");
        assertThat(script.clientStream().text()).isEqualTo("abc[7]8=FIX");
        assertThat(script.counts().keepAliveBytes).isEqualTo(1);
    }

    @Test
    void singleByteThatOvertookOthersIsData() {
        script.handshake().client(3, "d").client(0, "abc").client(4, "e");
        assertThat(script.clientStream().text()).isEqualTo("abcde");
    }

    @Test
    void laterByteDoesNotReplaceASingleByteAheadOfTheStream() {
        script.handshake().client(3, "d").client(3, "x").client(0, "abcXef");
        assertThat(List.of(script.clientStream().text(), script.counts().conflicts, script.counts().keepAliveBytes))
                .containsExactly("abcdef", 2L, 0L);
    }

    @Test
    void comparesASingleByteWithPendingBytes() {
        script.handshake().client(3, "de").client(4, "x").client(0, "abc");
        assertThat(script.clientStream().text()).isEqualTo("abcde");
        assertThat(script.counts().conflicts).isEqualTo(1);
    }

    @Test
    void windowProbeDeliversItsByteBeforeTheRest() {
        script.handshake().client(0, "abc").serverWindow(false).serverAcks(3);
        script.after(S).client(3, "d").serverAcks(3).after(S).client(3, "d").serverAcks(3);
        script.serverWindow(true).serverAcks(3).after(5).client(3, "def");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.clientStream().items.get(3).timeNs()).isEqualTo(S);
        assertThat(script.clientStream().items.get(4).timeNs()).isEqualTo(2 * S + 5);
        assertThat(script.counts().holes).isZero();
    }

    @Test
    void streamContinuesBeyondFourGibibytes() {
        script.handshake();
        int mebibytes = 9 * 1024 / 8;
        for (int i = 0; i < mebibytes; i++) {
            script.send(true, i << 23, 0, ACK, "", 1 << 23);
        }
        script.client((mebibytes << 23) + 2, "cd").client(mebibytes << 23, "ab");
        assertThat(script.counts().holeBytes).isEqualTo(9L << 30);
        assertThat(script.counts().bytes).isEqualTo(4);
        assertThat(script.counts().outsideBytes).isZero();
    }

    @Test
    void synCanCarryData() {
        script.send(true, -1, 0, SYN, "abc", 3)
                .send(false, -1, 3, SYN | ACK, "", 0)
                .client(3, "def");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
    }

    @Test
    void repeatedSynDoesNotStartAnotherConnection() {
        script.handshake().client(0, "abc").send(true, -1, 0, SYN, "", 0).client(3, "def");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.counts().connections).isEqualTo(1);
    }

    @Test
    void anotherSynStartsAnotherConnection() {
        script.handshake()
                .client(0, "abc")
                .first(1002, 7)
                .handshake()
                .client(0, "xyz")
                .server(0, "uvw");
        assertThat(script.clientStream().text()).isEqualTo("abc");
        assertThat(script.clientStream().end).isEqualTo("REPLACED@0");
        assertThat(script.recorded.all.get(1).text()).isEqualTo("xyz");
        assertThat(script.recorded.all.get(1).flow.number()).isEqualTo(1);
    }

    @Test
    void portsCanBeReusedAfterTheEnd() {
        script.handshake()
                .client(0, "abc")
                .clientFin(3)
                .serverFin(0)
                .first(700, 7)
                .handshake()
                .client(0, "xyz");
        assertThat(script.clientStream().end).isEqualTo("CLOSED@0");
        assertThat(script.recorded.all.get(1).text()).isEqualTo("xyz");
    }

    @Test
    void streamCanStartInTheMiddleWithoutAcknowledgements() {
        script.client(100, "=FIX").client(104, ".4.4").client(98, "8=");
        assertThat(script.clientStream().text()).isEqualTo("=FIX.4.4");
        assertThat(script.clientStream().flow.fromStart()).isFalse();
        assertThat(script.counts().beforeBeginBytes).isEqualTo(2);
        script.streams.finish();
        assertThat(script.counts().oneDirectional).isEqualTo(1);
    }

    @Test
    void bytesAcknowledgedBeforeTheFirstDataDoNotStartAStream() {
        script.serverAcks(104).after(20 * MS).client(100, "8=FIX.4.4");
        assertThat(script.clientStream().text()).isEqualTo("X.4.4");
    }

    @Test
    void finOvertakesDataAndTheOtherDirectionContinues() {
        script.handshake()
                .clientFin(3)
                .client(0, "abc")
                .server(0, "xyz")
                .after(S)
                .server(3, "uvw");
        assertThat(List.of(
                        script.clientStream().text(),
                        script.clientStream().end,
                        script.serverStream().text()))
                .containsExactly("abc", "CLOSED@0", "xyzuvw");
        assertThat(script.serverStream().end).isEmpty();
    }

    @Test
    void countsBytesAfterAFinWithTheLastData() {
        script.handshake()
                .send(true, 0, 0, ACK | FIN, "abc", 3)
                .client(3, "def")
                .client(1, "bcd");
        assertThat(script.clientStream().text()).isEqualTo("abc");
        assertThat(script.counts().afterEndBytes).isEqualTo(4);
    }

    @Test
    void missingFinIsNotAMissingByte() {
        script.handshake()
                .client(0, "abc")
                .serverAcks(4)
                .after(S)
                .serverAcks(4)
                .after(S)
                .serverAcks(4);
        assertThat(script.clientStream().text()).isEqualTo("abc");
    }

    @Test
    void aResetEndsBothDirections() {
        script.handshake()
                .client(0, "abc")
                .server(0, "xyz")
                .client(5, "fg")
                .clientReset(3)
                .client(7, "h");
        assertThat(List.of(script.clientStream().text(), script.clientStream().end, script.serverStream().end))
                .containsExactly("abc[2]fg", "RESET@0", "RESET_BY_PEER@0");
        assertThat(script.counts().afterEndBytes).isEqualTo(1);
    }

    @Test
    void ignoresAResetOutsideTheWindow() {
        script.handshake()
                .client(0, "abc")
                .clientReset(3 + (1 << 21))
                .clientReset(-(1 << 21))
                .client(3, "def");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
    }

    @Test
    void segmentFarOutsideIsCountedAndIsNotAHole() {
        script.handshake()
                .client(0, "abc")
                .client(1 << 25, "xyz")
                .client(-(1 << 25), "xyz")
                .after(S)
                .client(3, "def");
        script.streams.finish();
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.counts().outsideBytes).isEqualTo(6);
    }

    @Test
    void followsAStreamThatJumpsIfItIsAcknowledged() {
        int far = 1 << 30;
        script.handshake()
                .client(0, "abc")
                .client(far, "xyz")
                .serverAcks(far + 3)
                .client(far + 3, "uvw");
        assertThat(script.clientStream().text()).isEqualTo("abc[?]uvw");
    }

    @Test
    void followsAStreamThatJumpsAfterThreeAdjacentSegments() {
        int far = 1 << 30;
        script.client(0, "abc").client(far, "rst").client(far + 3, "uvw").client(far + 6, "xyz");
        assertThat(script.clientStream().text()).isEqualTo("abc[?]xyz");
    }

    @Test
    void connectionWithoutItsStartCanFollowOneThatEnded() {
        script.handshake().client(0, "abc").clientFin(3).serverFin(0);
        int far = 1 << 30;
        script.client(far, "rst").client(far + 3, "uvw").client(far + 6, "xyz");
        assertThat(script.recorded.all.get(1).text()).isEqualTo("xyz");
        assertThat(script.recorded.all.get(1).flow.fromStart()).isFalse();
    }

    @Test
    void endOfTheCaptureDeliversPendingBytes() {
        script.handshake().client(0, "abc").client(6, "ghi").server(0, "xyz");
        script.streams.finish();
        assertThat(List.of(script.clientStream().text(), script.clientStream().end, script.serverStream().end))
                .containsExactly("abc[3]ghi", "CUT_OFF@0", "CUT_OFF@0");
    }
}
