package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Sends the messages of an encoder, built-in or from a plug-in, over a {@link MessageSender}. Sends the opening, with the
 * number of the next tick, to a receiver that joins during a session.
 */
final class EncodedFeed implements Feed {
    private final TickEncoder encoder;
    private final MessageSender carrier;
    private final FeedTick tick = new FeedTick();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final ByteBuffer otherBytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
    private final UnsafeBuffer other = new UnsafeBuffer(otherBytes);
    private final MessageSink toAll;
    private final MessageSink toNewcomers;
    private @Nullable SessionOpening session;

    EncodedFeed(TickEncoder encoder, MessageSender carrier) {
        this.encoder = encoder;
        this.carrier = carrier;
        this.toAll = (message, offset, length) -> carrier.sendControl(copied(message, offset, length));
        this.toNewcomers = (message, offset, length) -> carrier.sendToJoined(copied(message, offset, length));
    }

    private ByteBuffer copied(DirectBuffer message, int offset, int length) {
        other.putBytes(0, message, offset, length);
        return otherBytes.clear().limit(length);
    }

    @Override
    public String address() {
        return carrier.address();
    }

    @Override
    public Map<String, Long> facts() {
        return carrier.facts();
    }

    @Override
    public boolean connected() {
        return carrier.connected();
    }

    @Override
    public Optional<EncoderTime> encoderTime() {
        return encoder instanceof GuardedEncoder guarded ? Optional.of(guarded.time()) : Optional.empty();
    }

    @Override
    public void requireReturn() {
        if (encoder instanceof GuardedEncoder guarded) {
            guarded.checkReturned();
        }
    }

    @Override
    public void open(SessionOpening opening) {
        carrier.admitJoined();
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
        return bytes.limit() == 0 || carrier.send(bytes);
    }

    @Override
    public long waitedNs() {
        return carrier.waitedNs();
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

    /** Sends the opening to new receivers, outside the timed send. Allocates only when a receiver joins. */
    private void join(long nextTickId) {
        SessionOpening current = session;
        if (current != null && carrier.hasJoined()) {
            carrier.admitJoined();
            encoder.opening(current.joinedAt(nextTickId), toNewcomers);
        }
    }

    @Override
    public void trace(MessageTrace trace) {
        carrier.trace(trace);
    }

    @Override
    public void abort() {
        carrier.abort();
    }

    @Override
    public void close() {
        carrier.close();
    }
}
