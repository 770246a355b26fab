package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;

/** The messages of an encoder as a stream, the same to every application; one that connects in a session joins it. */
final class EncodedTcpFeed implements Feed {
    private final GuardedEncoder encoder;
    private final TcpReceivers receivers;
    private final FeedTick tick = new FeedTick();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(UdpSender.LONGEST);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final ByteBuffer otherBytes = ByteBuffer.allocateDirect(UdpSender.LONGEST);
    private final UnsafeBuffer other = new UnsafeBuffer(otherBytes);
    private final MessageSink toAll;
    private @Nullable SessionOpening session;

    EncodedTcpFeed(GuardedEncoder encoder, TcpReceivers receivers) {
        this.encoder = encoder;
        this.receivers = receivers;
        this.toAll = (message, offset, length) -> write(message, offset, length, receivers.all());
    }

    @Override
    public String address() {
        return receivers.address();
    }

    @Override
    public Map<String, Long> facts() {
        return receivers.facts();
    }

    @Override
    public boolean connected() {
        return receivers.connected();
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
        receivers.takeNewcomers();
        session = opening;
        encoder.opening(opening, toAll);
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        join(tickId);
        bytes.clear().limit(encoder.tick(tick.wrap(quote, offset, tickId, venueTimeNs), buffer));
    }

    @Override
    public boolean send() {
        return bytes.limit() == 0 || receivers.write(bytes, receivers.all());
    }

    @Override
    public long waitedNs() {
        return receivers.waitedNs();
    }

    @Override
    public void heartbeat(long nextTickId) {
        join(nextTickId);
        encoder.heartbeat(nextTickId, toAll);
    }

    @Override
    public void end(long lastTickId) {
        encoder.end(lastTickId, toAll);
        session = null;
    }

    /** Not on the path of a send, and only when an application connects during a session: may allocate. */
    private void join(long nextTickId) {
        if (!receivers.hasNewcomers()) {
            return;
        }
        TcpConnection[] newcomers = receivers.takeNewcomers();
        SessionOpening current = session;
        if (current != null) {
            encoder.opening(
                    current.joinedAt(nextTickId),
                    (message, offset, length) -> write(message, offset, length, newcomers));
        }
    }

    private void write(DirectBuffer message, int offset, int length, TcpConnection[] to) {
        other.putBytes(0, message, offset, length);
        otherBytes.clear().limit(length);
        receivers.write(otherBytes, to);
    }

    @Override
    public void trace(MessageTrace trace) {
        receivers.trace(trace);
    }

    @Override
    public void abort() {
        receivers.abort();
    }

    @Override
    public void close() {
        receivers.close();
    }
}
