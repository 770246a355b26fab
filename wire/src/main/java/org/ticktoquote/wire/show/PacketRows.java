package org.ticktoquote.wire.show;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamReader;

/** Lists the packets of a capture. */
final class PacketRows implements CapturePass.Receiver {
    private static final String[] FLAGS = {"F", "S", "R", "P", ".", "U", "E", "C", "N"};

    private final Rows rows;
    private final ListFilter filter;
    private final boolean isStamped;

    /** @param isStamped whether packets have a switch's time beside the capture's */
    PacketRows(Rows rows, ListFilter filter, boolean isStamped) {
        this.rows = rows;
        this.filter = filter;
        this.isStamped = isStamped;
    }

    static List<Rows.Column> columns(boolean isStamped) {
        List<Rows.Column> columns = new ArrayList<>(List.of(new Rows.Column("frame", -7), new Rows.Column("time", 18)));
        if (isStamped) {
            columns.add(new Rows.Column("captured", 18));
        }
        columns.addAll(List.of(
                new Rows.Column("stream", 7),
                new Rows.Column("from", 21),
                new Rows.Column("to", 21),
                new Rows.Column("bytes", -5),
                new Rows.Column("cut", -4),
                new Rows.Column("flags", 5),
                new Rows.Column("sequence", -10),
                new Rows.Column("acknowledged", -12),
                new Rows.Column("window", -6)));
        return columns;
    }

    @Override
    public void packet(Packet packet, int number, long captureNs) {
        if (!filter.has(packet, number)) {
            return;
        }
        boolean isTcp = packet.protocol == Packet.TCP;
        rows.count(packet.number).time(packet.timeNs);
        if (isStamped) {
            rows.time(captureNs);
        }
        rows.text(number < 0 ? "" : new StreamId(isTcp, number).toString());
        rows.text(Rows.address(PacketAddress.from(packet))).text(Rows.address(PacketAddress.to(packet)));
        rows.count(packet.wireLength).count(packet.wireLength - packet.length);
        if (isTcp) {
            rows.text(flags(packet)).count(Integer.toUnsignedLong(packet.sequence));
            rows.count(Integer.toUnsignedLong(packet.acknowledged)).count(packet.window);
        } else {
            rows.none().none().none().none();
        }
        rows.end();
    }

    /** As tcpdump writes them. */
    private static String flags(Packet packet) {
        StringBuilder flags = new StringBuilder();
        for (int bit = 0; bit < FLAGS.length; bit++) {
            flags.append(packet.has(1 << bit) ? FLAGS[bit] : "");
        }
        return flags.toString();
    }

    @Override
    public StreamReader opened(Flow flow) {
        return Conversations.UNREAD;
    }
}
