package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;

/** Uses lines recorded on Linux. */
class SocketRowTest {
    private static final String HEADING =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"
                    + "  timeout inode                                                     ";
    private static final String V4 = "   3: 0100007F:1F90 0100007F:A3F2 01 0000003D:000001A0 01:00000015 00000002  1000"
            + "        0 48213 2 0000000000000000 41 4 30 10 -1                   ";
    private static final String MAPPED =
            "   7: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000100007F:A3F2"
                    + " 01 00000000:00000000 00:00000000 00000000     0        0 99 1 0000000000000000 20 4 30 10 -1";
    private static final String V6 =
            "   9: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A"
                    + " 00000000:00000000 00:00000000 00000000     0        0 1234567890123 1 0000000000000000 100 0 0 10 0";
    private static final String UDP =
            " 7423: 0100007F:9C41 00000000:0000 07 00000000:00000C00 00:00000000 00000000     0"
                    + "        0 5501 2 0000000000000000 17            ";

    @BeforeEach
    void requireLittleEndianHost() {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    }

    private static Optional<SocketRow> parse(String line, boolean datagrams) {
        KernelText text = KernelText.of(line);
        return text.nextLine() ? SocketRow.parse(text, datagrams) : Optional.empty();
    }

    private static SocketRow tcp(String line) {
        return parse(line, false).orElseThrow();
    }

    @Test
    void readsQueuesAndRetransmissions() {
        SocketRow row = tcp(V4);
        assertThat(row.state()).isEqualTo(SocketRow.ESTABLISHED);
        assertThat(row.unsent()).isEqualTo(0x3d);
        assertThat(row.unread()).isEqualTo(0x1a0);
        assertThat(row.unanswered()).isEqualTo(2);
        assertThat(row.inode()).isEqualTo(48_213);
        assertThat(row.dropped()).isZero();
        assertThat(row.local().inet()).isEqualTo(new InetSocketAddress("127.0.0.1", 8_080));
        assertThat(row.remote().inet()).isEqualTo(new InetSocketAddress("127.0.0.1", 0xa3f2));
    }

    @Test
    void readsMappedAddressesIpv6AndDatagrams() {
        assertThat(tcp(MAPPED).local()).isEqualTo(tcp(V4).local());
        assertThat(tcp(MAPPED).remote()).isEqualTo(tcp(V4).remote());

        SocketRow row = tcp(V6);
        assertThat(row.local().inet()).isEqualTo(new InetSocketAddress("::1", 8_080));
        assertThat(row.state()).isEqualTo(SocketRow.LISTENING);
        assertThat(row.remote().port()).isZero();
        assertThat(row.inode()).isEqualTo(1_234_567_890_123L);

        assertThat(parse(UDP, true).orElseThrow().dropped()).isEqualTo(17);
        assertThat(parse(UDP, true).orElseThrow().unread()).isEqualTo(0xc00);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HEADING,
                "",
                "   3:",
                "   3: 0100007F 0100007F:A3F2 01 00000000:00000000 00:00000000 00000000 0 0 1 1",
                "   3: 01:1F90 0100007F:A3F2 01 00000000:00000000 00:00000000 00000000 0 0 1 1",
                "   3: 0100007F:1F90 0100007F:A3F2 zz 00000000:00000000 00:00000000 00000000 0 0 1 1",
                "   3: 0100007F:1F90 0100007F:A3F2 01 0000000000000000 00:00000000 00000000 0 0 1 1",
                "   3: 0100007F:1F90 0100007F:A3F2 01 00000000:00000000 00:00000000 00000000 0 0 inode 1"
            })
    void ignoresOtherLines(String line) {
        assertThat(parse(line, false)).isEmpty();
        assertThat(parse(line, true)).isEmpty();
    }

    /** A cut line yields a row or none, but never a cut inode. */
    @Test
    void acceptsLinesCutAnywhere() {
        for (String line : List.of(V4, V6, MAPPED, UDP)) {
            for (int end = 0; end < line.length(); end++) {
                parse(line.substring(0, end), true)
                        .ifPresent(row -> assertThat(row.inode()).isPositive());
            }
        }
    }
}
