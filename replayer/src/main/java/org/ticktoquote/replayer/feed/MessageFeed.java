package org.ticktoquote.replayer.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * The messages of an encoder over a {@link MessageLink}. Who joins in a session makes its opening come again, to all, with the
 * number of the next tick.
 */
final class MessageFeed implements Feed {
    private final TickEncoder encoder;
    private final MessageLink link;
    private final FeedTick tick = new FeedTick();
    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(UdpSender.LONGEST));
    private final MessageSink messages = this::message;
    private int length;
    private @Nullable SessionOpening session;
    private @Nullable MessageTrace trace;

    MessageFeed(TickEncoder encoder, MessageLink link) {
        this.encoder = encoder;
        this.link = link;
    }

    @Override
    public String address() {
        return link.address();
    }

    @Override
    public Map<String, Long> facts() {
        return link.facts();
    }

    @Override
    public boolean connected() {
        return link.connected();
    }

    @Override
    public Optional<EncoderTime> encoderTime() {
        return encoder instanceof GuardedEncoder guarded ? Optional.of(guarded.time()) : Optional.empty();
    }

    @Override
    public void requireReturn() {
        if (encoder instanceof GuardedEncoder guarded) {
            guarded.requireReturn();
        }
    }

    @Override
    public void open(SessionOpening opening) {
        boolean unused = link.joined(); // it hears the opening as all others do
        session = opening;
        encoder.opening(opening, messages);
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        join(tickId);
        length = encoder.tick(tick.wrap(quote, offset, tickId, venueTimeNs), buffer);
    }

    @Override
    public boolean send() {
        return length == 0 || message(buffer, 0, length);
    }

    @Override
    public long waitedNs() {
        return link.waitedNs();
    }

    @Override
    public void heartbeat(long nextTickId) {
        join(nextTickId);
        encoder.heartbeat(nextTickId, messages);
    }

    @Override
    public void end(long lastTickId) {
        encoder.end(lastTickId, messages);
        session = null;
    }

    private void join(long nextTickId) {
        SessionOpening current = session;
        if (current != null && link.joined()) {
            encoder.opening(current.joinedAt(nextTickId), messages);
        }
    }

    private boolean message(DirectBuffer message, int offset, int size) {
        if (trace != null) {
            ByteBuffer shown = ByteBuffer.allocate(size);
            message.getBytes(offset, shown, size);
            trace.sent(System.nanoTime(), address(), shown);
        }
        return link.send(message, offset, size);
    }

    @Override
    public void trace(MessageTrace shown) {
        trace = shown;
    }

    @Override
    public void abort() {
        link.abort();
    }

    @Override
    public void close() {
        link.close();
    }
}
