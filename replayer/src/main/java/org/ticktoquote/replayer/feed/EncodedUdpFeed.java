package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.trace.MessageTrace;

/** The messages of an encoder, one a datagram. */
final class EncodedUdpFeed implements Feed {
    private final GuardedEncoder encoder;
    private final UdpSender sender;
    private final FeedTick tick = new FeedTick();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(UdpSender.LONGEST);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final ByteBuffer otherBytes = ByteBuffer.allocateDirect(UdpSender.LONGEST);
    private final UnsafeBuffer other = new UnsafeBuffer(otherBytes);
    private final MessageSink datagrams = this::datagram;

    EncodedUdpFeed(GuardedEncoder encoder, UdpSender sender) {
        this.encoder = encoder;
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
    public Optional<EncoderTime> encoderTime() {
        return Optional.of(encoder.time());
    }

    @Override
    public void requireReturn() {
        encoder.requireReturn();
    }

    @Override
    public void open(SessionOpening opening) {
        encoder.opening(opening, datagrams);
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        bytes.clear().limit(encoder.tick(tick.wrap(quote, offset, tickId, venueTimeNs), buffer));
    }

    @Override
    public boolean send() {
        return !bytes.hasRemaining() || sender.send(bytes);
    }

    @Override
    public void heartbeat(long nextTickId) {
        encoder.heartbeat(nextTickId, datagrams);
    }

    @Override
    public void end(long lastTickId) {
        encoder.end(lastTickId, datagrams);
    }

    private void datagram(DirectBuffer message, int offset, int length) {
        other.putBytes(0, message, offset, length);
        otherBytes.clear().limit(length);
        sender.sendAgain(otherBytes);
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
}
