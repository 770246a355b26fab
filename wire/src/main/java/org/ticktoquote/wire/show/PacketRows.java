package org.ticktoquote.wire.show;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;

/**
 * Lists the packets of a capture.
 *
 * @param isStamped true if packets have a switch's time in addition to the capture's
 */
record PacketRows(Rows rows, ListFilter filter, boolean isStamped) implements PacketHandler {
    static final String COLUMNS =
            "frame:-7 time:18 captured:18 stream:7 from:21 to:21 bytes:-5 cut:-4 flags:5 sequence:-10"
                    + " acknowledged:-12 window:-6";

    /** Letters of the TCP flags by bit, as printed by tcpdump. */
    private static final String FLAGS = "FSRP.UECN";

    @Override
    public void packet(Packet packet) {
        boolean isTcp = packet.protocol == Packet.TCP;
        StreamId stream = new StreamId(isTcp, packet.stream);
        if (!filter.hasTime(packet.timeNs) || !filter.hasStream(stream)) {
            return;
        }
        rows.add(packet.number, Rows.time(packet.timeNs), isStamped ? Rows.time(packet.captureNs) : null);
        rows.add(packet.stream < 0 ? null : stream, packet.from.socket(), packet.to.socket());
        rows.add(packet.wireLength, packet.wireLength - packet.length);
        if (isTcp) {
            long acknowledged = Integer.toUnsignedLong(packet.acknowledged);
            rows.add(flags(packet), Integer.toUnsignedLong(packet.sequence), acknowledged, packet.window);
        } else {
            rows.add(null, null, null, null);
        }
    }

    private static String flags(Packet packet) {
        return IntStream.range(0, FLAGS.length())
                .filter(bit -> packet.has(1 << bit))
                .mapToObj(bit -> FLAGS.substring(bit, bit + 1))
                .collect(Collectors.joining());
    }
}
