package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.DataFields;
import org.ticktoquote.fix.tap.ConnectionTap;
import org.ticktoquote.fix.tap.QuickFixSink;
import org.ticktoquote.fix.tap.SessionTap;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.field.BeginString;
import quickfix.field.GapFillFlag;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.NewSeqNo;
import quickfix.field.OrigSendingTime;
import quickfix.field.PossDupFlag;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;
import quickfix.mina.SessionConnector;

/**
 * Passes the plain FIX bytes of a connection to the tap of its session. Comes after {@link ReadStamp} and any
 * decryption.
 *
 * <p>One per connection, for its I/O thread. The connection's session is known before any byte is read.
 */
final class TapFilter extends IoFilterAdapter {
    private final ReadStamp stamp;
    private final Function<SessionID, SessionTap> taps;
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private @Nullable ConnectionTap tap;
    /** First known reason for the end. Volatile, because this side can close on any thread. */
    private volatile String how = "";

    TapFilter(ReadStamp stamp, Function<SessionID, SessionTap> taps) {
        this.stamp = stamp;
        this.taps = taps;
    }

    @Override
    public void sessionCreated(NextFilter next, IoSession connection) throws Exception {
        next.sessionCreated(connection);
        SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
        SessionTap session = taps.apply(id);
        IoThreads.nameCurrent(connection);
        tap = session.connected(new Onward(next, connection, id));
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        IoBuffer read = (IoBuffer) message;
        ConnectionTap current = tap;
        if (current != null) {
            bytes.wrap(read.buf(), read.position(), read.remaining());
            current.read(bytes, 0, read.remaining(), stamp.readAtNs());
        }
    }

    @Override
    public void messageSent(NextFilter next, IoSession connection, WriteRequest request) {
        ConnectionTap current = tap;
        if (current != null) {
            current.sent();
        }
        next.messageSent(connection, request);
    }

    @Override
    public void sessionClosed(NextFilter next, IoSession connection) {
        end();
        next.sessionClosed(connection);
    }

    /** Reports the end of the connection, on the first call. */
    void end() {
        ConnectionTap current = tap;
        tap = null;
        if (current != null) {
            current.closed(how.isEmpty() ? "the connection ended" : how);
        }
    }

    @Override
    public void inputClosed(NextFilter next, IoSession connection) throws Exception {
        ends("the application closed the connection");
        next.inputClosed(connection);
    }

    @Override
    public void exceptionCaught(NextFilter next, IoSession connection, Throwable cause) throws Exception {
        if (cause instanceof IOException) {
            ends("the connection failed: " + cause.getMessage());
        }
        next.exceptionCaught(connection, cause);
    }

    @Override
    public void filterClose(NextFilter next, IoSession connection) throws Exception {
        ends("the clients closed the connection");
        next.filterClose(connection);
    }

    private void ends(String first) {
        if (how.isEmpty()) {
            how = first;
        }
    }

    /**
     * Forwards to the filters after this one.
     *
     * @param session id from this side's view, with the counterparty as the target
     */
    private record Onward(NextFilter next, IoSession connection, SessionID session) implements QuickFixSink {
        @Override
        public void message(DirectBuffer buffer, int start, int end) {
            byte[] copy = new byte[end - start];
            buffer.getBytes(start, copy);
            DataFields.maskSeparators(
                    copy, 0, copy.length); // QuickFIX/J does not recognise data fields without a dictionary
            next.messageReceived(connection, IoBuffer.wrap(copy));
        }

        @Override
        public void gapFill(long first, long following, boolean possDup) {
            next.messageReceived(connection, IoBuffer.wrap(gapFillBytes(first, following, possDup)));
        }

        /**
         * Returns a gap fill, {@code 35=4|123=Y}, that tells QuickFIX/J about sequence numbers it has not seen, as if sent by
         * the counterparty.
         */
        private byte[] gapFillBytes(long first, long following, boolean possDup) {
            Message message = new Message();
            Message.Header header = message.getHeader();
            LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
            header.setString(BeginString.FIELD, session.getBeginString());
            header.setString(MsgType.FIELD, MsgType.SEQUENCE_RESET);
            header.setString(SenderCompID.FIELD, session.getTargetCompID());
            header.setString(TargetCompID.FIELD, session.getSenderCompID());
            header.setString(MsgSeqNum.FIELD, Long.toString(first));
            header.setUtcTimeStamp(SendingTime.FIELD, now);
            if (possDup) {
                header.setBoolean(PossDupFlag.FIELD, true);
                header.setUtcTimeStamp(OrigSendingTime.FIELD, now);
            }
            message.setBoolean(GapFillFlag.FIELD, true);
            message.setString(NewSeqNo.FIELD, Long.toString(following));
            return message.toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public void end() {
            connection.closeNow();
        }
    }

    /**
     * Reads the clock when bytes arrive, before decryption.
     *
     * <p>One per connection, for its I/O thread. Does not allocate.
     */
    static final class ReadStamp extends IoFilterAdapter {
        private final NanoClock clock;
        private Runnable atEnd = () -> {};
        private long readAtNs;

        ReadStamp(NanoClock clock) {
            this.clock = clock;
        }

        /** Sets an action for the end of the connection, which runs even if filters in between drop the event. */
        void atEnd(Runnable action) {
            atEnd = action;
        }

        @Override
        public void messageReceived(NextFilter next, IoSession connection, Object message) {
            readAtNs = clock.nanoTime();
            next.messageReceived(connection, message);
        }

        /** Runs the action in any case, because a TLS filter whose handshake failed does not pass the event on. */
        @Override
        public void sessionClosed(NextFilter next, IoSession connection) {
            try {
                next.sessionClosed(connection);
            } finally {
                atEnd.run();
            }
        }

        /** Returns the monotonic time at which the current bytes were read. */
        long readAtNs() {
            return readAtNs;
        }
    }
}
