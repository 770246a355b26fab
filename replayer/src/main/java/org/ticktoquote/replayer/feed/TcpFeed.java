package org.ticktoquote.replayer.feed;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
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

    private final String host;
    private final TcpAcceptor acceptor;
    private final ByteBuffer quoteBytes = ByteBuffer.allocateDirect(SOFH_LENGTH + QuoteMessage.LENGTH);
    private final UnsafeBuffer quoteFrame = new UnsafeBuffer(quoteBytes);
    private final ByteBuffer controlBytes = ByteBuffer.allocateDirect(CONTROL_LENGTH);
    private final UnsafeBuffer controlFrames = new UnsafeBuffer(controlBytes);
    private final SessionMessages messages = new SessionMessages();
    private final MessageSink toAll = (message, offset, length) -> frame(message, offset, length, this.connections);
    private final BackPressure backPressure = new BackPressure(System::nanoTime);
    private TcpConnection[] connections = {};
    private @Nullable SessionOpening session;

    TcpFeed(String host, TcpAcceptor acceptor) {
        this.host = host;
        this.acceptor = acceptor;
        putSofh(quoteFrame, 0, QuoteMessage.LENGTH);
        acceptor.start();
    }

    private static void putSofh(UnsafeBuffer to, int at, int messageLength) {
        to.putInt(at, SOFH_LENGTH + messageLength, BIG_ENDIAN);
        to.putShort(at + SOFH_ENCODING_OFFSET, SOFH_ENCODING, BIG_ENDIAN);
    }

    @Override
    public String address() {
        return "tcp://" + host + ":" + acceptor.port();
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of(
                "connections", (long) acceptor.connected(),
                "blockedSends", backPressure.blockedSends(),
                "blockedNs", backPressure.blockedNs());
    }

    @Override
    public boolean connected() {
        return acceptor.connected() > 0;
    }

    @Override
    public void open(SessionOpening opening) {
        takeNewcomers();
        session = opening;
        messages.opening(opening, toAll);
        flush(connections);
    }

    @Override
    public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
        if (acceptor.hasNewcomers()) {
            join(tickId);
        }
        QuoteMessage.copy(quote, offset, tickId, venueTimeNs, quoteFrame, SOFH_LENGTH);
        quoteBytes.clear();
    }

    @Override
    public boolean send() {
        return write(quoteBytes, connections);
    }

    @Override
    public void heartbeat(long nextTickId) {
        if (acceptor.hasNewcomers()) {
            join(nextTickId);
        }
        messages.heartbeat(nextTickId, toAll);
        flush(connections);
    }

    @Override
    public void end(long lastTickId) {
        SessionOpening ended = session;
        if (ended != null) {
            messages.end(ended.session(), lastTickId, toAll);
            flush(connections);
        }
        session = null;
    }

    /** Not on the path of a send, and only when an application connects during a session: may allocate. */
    private void join(long nextTickId) {
        TcpConnection[] newcomers = takeNewcomers();
        SessionOpening current = session;
        if (current != null) {
            messages.opening(
                    current.joinedAt(nextTickId),
                    (message, offset, length) -> frame(message, offset, length, newcomers));
            flush(newcomers);
        }
    }

    private TcpConnection[] takeNewcomers() {
        List<TcpConnection> all = new ArrayList<>();
        for (TcpConnection connection : connections) {
            if (connection.usable()) {
                all.add(connection);
            }
        }
        List<TcpConnection> newcomers = acceptor.takeNewcomers();
        all.addAll(newcomers);
        connections = all.toArray(TcpConnection[]::new);
        return newcomers.toArray(TcpConnection[]::new);
    }

    private void frame(DirectBuffer message, int offset, int length, TcpConnection[] receivers) {
        if (controlBytes.remaining() < SOFH_LENGTH + length) {
            flush(receivers);
        }
        int at = controlBytes.position();
        putSofh(controlFrames, at, length);
        controlFrames.putBytes(at + SOFH_LENGTH, message, offset, length);
        controlBytes.position(at + SOFH_LENGTH + length);
    }

    private void flush(TcpConnection[] receivers) {
        controlBytes.flip();
        write(controlBytes, receivers);
        controlBytes.clear();
    }

    private boolean write(ByteBuffer frames, TcpConnection[] receivers) {
        boolean whole = false;
        boolean broken = false;
        for (TcpConnection receiver : receivers) {
            if (receiver.usable()) {
                frames.rewind();
                boolean written = receiver.write(frames, backPressure);
                whole |= written;
                broken |= !written;
            }
        }
        return whole && !broken;
    }

    @Override
    public void abort() {
        backPressure.abort();
    }

    @Override
    public void close() {
        abort();
        acceptor.close();
    }
}
