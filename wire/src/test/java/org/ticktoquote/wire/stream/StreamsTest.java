package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StreamsTest {
    private final TcpScript script = new TcpScript();

    @Test
    void readsBothDirectionsWithTheirAddresses() {
        script.play("handshake; client 0 8=FIX; server 0 9=12; client 5 .4.4")
                .assertHas("both", "client 8=FIX.4.4, server 9=12");
        InetSocketAddress client = new InetSocketAddress("10.0.0.1", 40_000);
        InetSocketAddress server = new InetSocketAddress("10.0.0.2", 9001);
        assertThat(script.clientStream().flow).isEqualTo(new StreamDirection(0, client, server, true, true));
        assertThat(script.serverStream().flow).isEqualTo(new StreamDirection(0, server, client, false, true));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            overtaking bytes are delivered in order with their own times \
            | handshake; after 5; client 3 def; after 5; client 0 abc; after 5; client 6 g \
            | client abcdefg, times 10/10/10/5/5/5/15, numbers 5/5/5/4/4/4/6, outOfOrder 1
            a retransmission is reported and does not replace the first time \
            | handshake; after 5; client 0 abc; after 200; client 0 abcde; client 2 cd \
            | client abcde, times 5/5/5/205/205, retransmitted 5/6, retransmissions 2, retransmittedBytes 5, conflicts 0
            the first of overlapping segments wins, which Shankar and Paxson, Novak and Sturges call the policy "first" \
            | handshake; client 0 111; client 4 22; client 6 333; client 1 4444; client 6 555; client 9 666 \
            | client 111422333666, conflicts 2, conflictingBytes 6, retransmittedBytes 6
            a keep-alive is neither data nor a conflict \
            | handshake; client 0 abc; acks 3; after 1s; client 2; after 1s; client 2 NUL; acks 3; client 3 d \
            | client abcd, keepAliveBytes 1, conflicts 0, retransmissions 0
            a keep-alive does not start a stream | client 9 NUL; acks 10; client 10 8=FIX | client 8=FIX
            a keep-alive after missing bytes is part of the hole \
            | handshake; client 0 abc; after 60s; client 9 NUL; acks 10; after 1s; client 10 8=FIX \
            | client abc[7]8=FIX, keepAliveBytes 1
            a single byte that overtook others is data | handshake; client 3 d; client 0 abc; client 4 e | client abcde
            a later byte does not replace a single byte ahead of the stream \
            | handshake; client 3 d; client 3 x; client 0 abcXef | client abcdef, conflicts 2, keepAliveBytes 0
            a single byte is compared with pending bytes \
            | handshake; client 3 de; client 4 x; client 0 abc | client abcde, conflicts 1
            a window probe delivers its byte before the rest \
            | handshake; client 0 abc; window shut; acks 3; after 1s; client 3 d; acks 3; after 1s; client 3 d; acks 3; \
            window open; acks 3; after 5; client 3 def \
            | client abcdef, times 0/0/0/1000000000/2000000005/2000000005, holes 0
            a repeated SYN does not start another connection \
            | handshake; client 0 abc; syn; client 3 def | client abcdef, connections 1
            another SYN starts another connection \
            | handshake; client 0 abc; first 1002 7; handshake; client 0 xyz; server 0 uvw \
            | client abc, client-end REPLACED@0, next xyz, next-number 1
            a stream can start in the middle without acknowledgements \
            | client 100 =FIX; client 104 .4.4; client 98 8=; finish \
            | client =FIX.4.4, from-start false, beforeBeginBytes 2, oneDirectional 1
            a segment far outside is counted and is not a hole \
            | handshake; client 0 abc; client 33554432 xyz; client -33554432 xyz; after 1s; client 3 def; finish \
            | client abcdef, outsideBytes 6
            a stream that jumps is followed if it is acknowledged \
            | handshake; client 0 abc; client 1073741824 xyz; acks 1073741827; client 1073741827 uvw | client abc[?]uvw
            and after three adjacent segments \
            | client 0 abc; client 1073741824 rst; client 1073741827 uvw; client 1073741830 xyz | client abc[?]xyz
            """)
    void deliversEachByteOnce(String name, String events, String expected) {
        script.play(events).assertHas(name, expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ports can be reused after the end \
            | handshake; client 0 abc; fin 3; server-fin 0; first 700 7; handshake; client 0 xyz \
            | client-end CLOSED@0, next xyz
            a FIN overtakes data and the other direction continues \
            | handshake; fin 3; client 0 abc; server 0 xyz; after 1s; server 3 uvw \
            | client abc, client-end CLOSED@0, server xyzuvw, server-end none
            a missing FIN is not a missing byte \
            | handshake; client 0 abc; acks 4; after 1s; acks 4; after 1s; acks 4 | client abc
            a reset ends both directions \
            | handshake; client 0 abc; server 0 xyz; client 5 fg; reset 3; client 7 h \
            | client abc[2]fg, client-end RESET@0, server-end RESET_BY_PEER@0, afterEndBytes 1
            a reset outside the window is ignored \
            | handshake; client 0 abc; reset 2097155; reset -2097152; client 3 def | client abcdef
            a connection without its start can follow one that ended \
            | handshake; client 0 abc; fin 3; server-fin 0; client 1073741824 rst; client 1073741827 uvw; \
            client 1073741830 xyz | next xyz, next-from-start false
            the end of the capture delivers pending bytes \
            | handshake; client 0 abc; client 6 ghi; server 0 xyz; finish \
            | client abc[3]ghi, client-end CUT_OFF@0, server-end CUT_OFF@0
            data after a reset ahead starts another connection \
            | handshake; client 0 abc; acks 3; reset 5000; client 3 def \
            | client abc, client-end RESET@0, next def, next-from-start false, afterEndBytes 0
            an acknowledgement after a reset ahead starts another connection \
            | handshake; server 0 abc; reset 5000; client-acks 3; server 3 def | next def
            data of the peer after a reset ahead is after the end \
            | handshake; client 0 abc; reset 5000; server 0 def | connections 1, afterEndBytes 3
            a connection ends with a reset right after the last byte \
            | handshake; client 0 abc; reset 3; client 3 def | connections 1, afterEndBytes 3
            """)
    void endsAStreamOnce(String name, String events, String expected) {
        script.play(events).assertHas(name, expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            acknowledged missing bytes are a hole \
            | handshake; client 0 abc; client 6 ghi; acks 9; after 11ms; client 9 j \
            | client abc[3]ghij, holes 1, holeBytes 3
            also at the end | handshake; client 0 abc; acks 9; after 11ms; acks 9 | client abc[6]
            an acknowledgement can precede its data \
            | handshake; client 0 abc; acks 6; after 9ms; client 3 def; after 1s; client 6 g | client abcdefg
            missing bytes of a one-directional capture are no hole before a timeout \
            | client 0 abc; client 6 ghi; after 2s; client 9 j | client abc
            but after it \
            | client 0 abc; client 6 ghi; after 2s; client 9 j; after 2s; client 10 k | client abc[3]ghijk
            bytes of a reported hole are late \
            | handshake; client 0 abc; client 6 ghi; acks 9; after 1s; client 3 def; client 9 j \
            | client abc[3]ghij, lateBytes 3, retransmittedBytes 0
            the tail of a cut frame is a hole at once \
            | handshake; cut 0 abc 6; client 6 ghi | client abc[3]ghi, cutBytes 3
            a retransmission completes a pending cut frame \
            | handshake; after 5; cut 3 d 3; after 5; client 4 ef; after 5; client 0 abc \
            | client abcdef, times 15/15/15/5/5/5
            """)
    void missingBytesAreAHole(String name, String events, String expected) {
        script.play(events).assertHas(name, expected);
    }

    @Test
    void waitsForUnacknowledgedBytesWhileTheReceiverIsSeen() {
        script.play("handshake; client 3 def" + "; after 1s; acks 0".repeat(20) + "; client 0 abc");
        assertThat(script.clientStream().text()).isEqualTo("abcdef");
        assertThat(script.clientStream().items.get(0).timeNs()).isEqualTo(20_000 * TcpScript.MS);
    }

    @Test
    void streamContinuesBeyondFourGibibytes() {
        script.handshake();
        int mebibytes = 9 * 1024 / 8;
        for (int i = 0; i < mebibytes; i++) {
            script.send(true, i << 23, 0, ACK, "", 1 << 23);
        }
        script.client((mebibytes << 23) + 2, "cd").client(mebibytes << 23, "ab");
        script.assertHas("9 GiB", "holeBytes " + (9L << 30) + ", bytes 4, outsideBytes 0");
    }

    @Test
    void synCanCarryData() {
        script.send(true, -1, 0, SYN, "abc", 3).send(false, -1, 3, SYN | ACK, "", 0);
        script.client(3, "def").assertHas("data with SYN", "client abcdef");
    }

    @Test
    void bytesAcknowledgedBeforeTheFirstDataDoNotStartAStream() {
        script.play("acks 104; after 20ms; client 100 8=FIX.4.4").assertHas("acknowledged", "client X.4.4");
    }

    @Test
    void countsBytesAfterAFinWithTheLastData() {
        script.handshake().send(true, 0, 0, ACK | FIN, "abc", 3);
        script.play("client 3 def; client 1 bcd").assertHas("data with FIN", "client abc, afterEndBytes 4");
    }
}
