package org.ticktoquote.endtoend;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.recording.Recording;

/** Capture of a recording sent over UDP to 127.0.0.1:40001, with venue times as stamps. */
final class CapturedFeed {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int PORT = 40_001;
    private static final int TEMPLATE = 22;
    private static final int QUOTE = 1;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private CapturedFeed() {}

    static Path of(Path recording, Path to) throws IOException {
        CapturedFeed capture = new CapturedFeed();
        capture.begin();
        try (Recording from = Recording.open(recording);
                DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Feed feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + receiver.getLocalPort(), FeedListener.NONE)) {
            receiver.setSoTimeout(5_000);
            feed.open(new SessionOpening(4711, 500, from.instruments(), from.venues()));
            for (long index = 0; index < from.count(); index++) {
                feed.prepare(from.buffer(index), from.offset(index), 500 + index, from.venueTimeNs(index));
                feed.send();
                capture.takeToQuote(receiver, from.venueTimeNs(index));
            }
        }
        return Files.write(to, capture.file.toByteArray());
    }

    private void begin() {
        add(ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xA1B23C4D)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(101));
    }

    private void takeToQuote(DatagramSocket receiver, long timeNs) throws IOException {
        int template;
        do {
            DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
            receiver.receive(packet);
            ByteBuffer payload = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
            template = payload.order(ByteOrder.LITTLE_ENDIAN).getShort(TEMPLATE);
            datagram(timeNs, payload);
        } while (template != QUOTE);
    }

    private void datagram(long timeNs, ByteBuffer payload) {
        int length = 28 + payload.remaining();
        add(ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (timeNs / SECOND_NS))
                .putInt((int) (timeNs % SECOND_NS))
                .putInt(length)
                .putInt(length));
        add(ByteBuffer.allocate(length)
                .putShort((short) 0x4500)
                .putShort((short) length)
                .putInt(0)
                .putInt(0x01110000)
                .putInt(0x7F000001)
                .putInt(0x7F000001)
                .putShort((short) 4001)
                .putShort((short) PORT)
                .putInt(length - 20 << 16)
                .put(payload));
    }

    private void add(ByteBuffer part) {
        file.writeBytes(part.array());
    }
}
