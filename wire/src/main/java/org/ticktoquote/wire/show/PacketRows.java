package org.ticktoquote.wire.show;

import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamReader;

/** Lists the packets of a capture. */
final class PacketRows implements CapturePass.Receiver {
    static final String COLUMNS =
            "frame:-7 time:18 captured:18 stream:7 from:21 to:21 bytes:-5 cut:-4 flags:5 sequence:-10"
                    + " acknowledged:-12 window:-6";

    /** By their bits, as tcpdump writes them. */
    private static final String FLAGS = "FSRP.UECN";

    private final Rows rows;
    private final ListFilter filter;
    private final boolean isStamped;

    /** @param isStamped whether packets have a switch's time beside the capture's */
    PacketRows(Rows rows, ListFilter filter, boolean isStamped) {
        this.rows = rows;
        this.filter = filter;
        this.isStamped = isStamped;
    }

    @Override
    public void packet(Packet packet, int number, long captureNs) {
        boolean isTcp = packet.protocol == Packet.TCP;
        if (!filter.hasTime(packet.timeNs) || !filter.hasStream(isTcp, number)) {
            return;
        }
        rows.count(packet.number).time(packet.timeNs);
        (isStamped ? rows.time(captureNs) : rows.none()).text(number < 0 ? "" : new StreamId(isTcp, number).toString());
        rows.address(PacketAddress.from(packet)).address(PacketAddress.to(packet));
        rows.count(packet.wireLength).count(packet.wireLength - packet.length).text(isTcp ? flags(packet) : "");
        rows.countIf(isTcp, Integer.toUnsignedLong(packet.sequence));
        rows.countIf(isTcp, Integer.toUnsignedLong(packet.acknowledged))
                .countIf(isTcp, packet.window)
                .end();
    }

    private static String flags(Packet packet) {
        StringBuilder flags = new StringBuilder();
        for (int bit = 0; bit < FLAGS.length(); bit++) {
            flags.append(packet.has(1 << bit) ? FLAGS.substring(bit, bit + 1) : "");
        }
        return flags.toString();
    }

    @Override
    public StreamReader opened(Flow flow) {
        return StreamReader.IGNORED;
    }
}
