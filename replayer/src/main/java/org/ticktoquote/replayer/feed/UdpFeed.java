package org.ticktoquote.replayer.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.replayer.recording.QuoteMessage;

/** SBE over UDP, one quote a datagram. */
final class UdpFeed implements Feed {
    /** Fits into an Ethernet frame with room for the headers of tunnels. */
    private static final int CONTROL_LENGTH = 1400;
    /** There is no retransmission, and nothing after it would reveal the loss of the last packet. */
    private static final int END_COPIES = 3;

    private final UdpSender sender;
    private final ByteBuffer quoteBytes = ByteBuffer.allocateDirect(PacketHeader.LENGTH + QuoteMessage.LENGTH);
    private final UnsafeBuffer quotePacket = new UnsafeBuffer(quoteBytes);
    private final ByteBuffer controlBytes = ByteBuffer.allocateDirect(CONTROL_LENGTH);
    private final UnsafeBuffer controlPacket = new UnsafeBuffer(controlBytes);
    private final SessionMessages messages = new SessionMessages();
    private final MessageSink packing = this::pack;
    private long session;

    UdpFeed(UdpSender sender) {
        this.sender = sender;
    }

    @Override
    public String address() {
        return sender.address();
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of("sendBufferBytes", sender.sendBufferBytes());
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public void open(SessionOpening opening) {
        session = opening.session();
        PacketHeader.put(quotePacket, session, opening.firstTickId(), 1);
        PacketHeader.put(controlPacket, session, opening.firstTickId(), 0);
        controlBytes.clear().position(PacketHeader.LENGTH);
        messages.opening(opening, packing);
        flush();
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        PacketHeader.putSequence(quotePacket, tickId);
        QuoteMessage.copy(quote, offset, tickId, venueTimeNs, quotePacket, PacketHeader.LENGTH);
        quoteBytes.clear();
    }

    @Override
    public boolean send() {
        return sender.send(quoteBytes);
    }

    @Override
    public void heartbeat(long nextTickId) {
        PacketHeader.putSequence(controlPacket, nextTickId);
        controlBytes.clear().position(PacketHeader.LENGTH);
        messages.heartbeat(nextTickId, packing);
        flush();
    }

    @Override
    public void end(long lastTickId) {
        PacketHeader.putSequence(controlPacket, lastTickId + 1);
        for (int i = 0; i < END_COPIES; i++) {
            controlBytes.clear().position(PacketHeader.LENGTH);
            messages.end(session, lastTickId, packing);
            flush();
        }
    }

    private void pack(DirectBuffer message, int offset, int length) {
        if (controlBytes.remaining() < length) {
            flush();
        }
        controlPacket.putBytes(controlBytes.position(), message, offset, length);
        controlBytes.position(controlBytes.position() + length);
    }

    private void flush() {
        controlBytes.flip();
        sender.sendAgain(controlBytes);
        controlBytes.clear().position(PacketHeader.LENGTH);
    }

    @Override
    public void trace(MessageTrace trace) {
        sender.trace(trace);
    }

    @Override
    public void abort() {
        // A datagram never waits for its receiver.
    }

    @Override
    public void close() {
        sender.close();
    }

    /**
     * Layout of the first 20 bytes of every UDP datagram: the schema's composite {@code packetHeader}.
     *
     * <pre>
     *  0 int64  session
     *  8 int64  sequence: tickId of the first quote in the packet; of the next one when there is none
     * 16 uint16 number of quotes; other messages are not counted
     * 18 uint16 reserved, 0
     * </pre>
     */
    private static final class PacketHeader {
        static final int LENGTH = 20;

        private static final int SESSION = 0;
        private static final int SEQUENCE = 8;
        private static final int COUNT = 16;

        private PacketHeader() {}

        static void put(MutableDirectBuffer to, long session, long sequence, int count) {
            to.putLong(SESSION, session, LITTLE_ENDIAN);
            to.putShort(COUNT, (short) count, LITTLE_ENDIAN);
            putSequence(to, sequence);
        }

        static void putSequence(MutableDirectBuffer to, long sequence) {
            to.putLong(SEQUENCE, sequence, LITTLE_ENDIAN);
        }
    }
}
