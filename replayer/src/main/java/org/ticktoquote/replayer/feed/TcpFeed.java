package org.ticktoquote.replayer.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteBuffer;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.replayer.recording.QuoteMessage;

/**
 * SBE over TCP, every message behind a Simple Open Framing Header, the same stream to every application.
 *
 * <p>An application that connects during a session joins it: its {@code SessionStart} names the next quote. One that
 * does not read fills the buffers and then holds the pacer, and with it all others: the time is in {@code sent} of the
 * ticks that follow, in the lag, and in the {@code blockedNs} of {@link #facts}. A quote counts as sent when every
 * connected application took it, and there was one.
 */
final class TcpFeed implements Feed {
    private static final int SOFH_LENGTH = 6;
    private static final int SOFH_ENCODING_OFFSET = 4;
    /** SBE 1.0 little-endian. */
    private static final short SOFH_ENCODING = (short) 0xEB50;

    private static final int CONTROL_LENGTH = 8192;

    private final TcpReceivers receivers;
    private final ByteBuffer quoteBytes = ByteBuffer.allocateDirect(SOFH_LENGTH + QuoteMessage.LENGTH);
    private final UnsafeBuffer quoteFrame = new UnsafeBuffer(quoteBytes);
    private final ByteBuffer controlBytes = ByteBuffer.allocateDirect(CONTROL_LENGTH);
    private final UnsafeBuffer controlFrames = new UnsafeBuffer(controlBytes);
    private final SessionMessages messages = new SessionMessages();
    private final MessageSink toAll;
    private @Nullable SessionOpening session;

    TcpFeed(TcpReceivers receivers) {
        this.receivers = receivers;
        this.toAll = (message, offset, length) -> frame(message, offset, length, receivers.all());
        putSofh(quoteFrame, 0, QuoteMessage.LENGTH);
    }

    private static void putSofh(UnsafeBuffer to, int at, int messageLength) {
        to.putInt(at, SOFH_LENGTH + messageLength, BIG_ENDIAN);
        to.putShort(at + SOFH_ENCODING_OFFSET, SOFH_ENCODING, BIG_ENDIAN);
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
    public void open(SessionOpening opening) {
        receivers.takeNewcomers();
        session = opening;
        messages.opening(opening, toAll);
        flush(receivers.all());
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        if (receivers.hasNewcomers()) {
            join(tickId);
        }
        QuoteMessage.copy(quote, offset, tickId, venueTimeNs, quoteFrame, SOFH_LENGTH);
        quoteBytes.clear();
    }

    @Override
    public boolean send() {
        return receivers.write(quoteBytes, receivers.all());
    }

    @Override
    public long waitedNs() {
        return receivers.waitedNs();
    }

    @Override
    public void heartbeat(long nextTickId) {
        if (receivers.hasNewcomers()) {
            join(nextTickId);
        }
        messages.heartbeat(nextTickId, toAll);
        flush(receivers.all());
    }

    @Override
    public void end(long lastTickId) {
        SessionOpening ended = session;
        if (ended != null) {
            messages.end(ended.session(), lastTickId, toAll);
            flush(receivers.all());
        }
        session = null;
    }

    /** Not on the path of a send, and only when an application connects during a session: may allocate. */
    private void join(long nextTickId) {
        TcpConnection[] newcomers = receivers.takeNewcomers();
        SessionOpening current = session;
        if (current != null) {
            messages.opening(
                    current.joinedAt(nextTickId),
                    (message, offset, length) -> frame(message, offset, length, newcomers));
            flush(newcomers);
        }
    }

    private void frame(DirectBuffer message, int offset, int length, TcpConnection[] to) {
        if (controlBytes.remaining() < SOFH_LENGTH + length) {
            flush(to);
        }
        int at = controlBytes.position();
        putSofh(controlFrames, at, length);
        controlFrames.putBytes(at + SOFH_LENGTH, message, offset, length);
        controlBytes.position(at + SOFH_LENGTH + length);
    }

    private void flush(TcpConnection[] to) {
        controlBytes.flip();
        receivers.write(controlBytes, to);
        controlBytes.clear();
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
