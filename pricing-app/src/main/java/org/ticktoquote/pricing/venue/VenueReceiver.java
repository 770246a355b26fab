package org.ticktoquote.pricing.venue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.session.FixConnection;
import org.ticktoquote.fix.session.FixSession;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.fix.session.FixTransport;
import org.ticktoquote.pricing.feed.FeedReceiver;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.venue.VenueDecoder.VenueMessage;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.NoopStoreFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * Component 1 for a FIX venue: connects, logs on, requests its pairs, and passes on the venue's messages. Reconnects until
 * closed.
 *
 * <p>One thread reads, passes every message to QuickFIX/J, runs its timers, and writes its responses.
 */
public final class VenueReceiver implements FeedReceiver {
    private static final int HEARTBEAT_S = 30;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int venue;
    private final VenueAddress address;
    private final List<Instrument> pairs;
    private final NanoClock clock;
    private final Input<VenueMessage> next;
    private final Consumer<StatusLine> status;
    private final FixSession session;
    private final FixTransport transport;
    private volatile boolean closed;
    private long arrivedNs;
    private String received = "";

    /**
     * Creates a receiver that does not connect yet.
     *
     * @param venue number of the venue
     * @param tls null for none
     * @param endBatch runs on the receiving thread after the messages of each read
     */
    public VenueReceiver(
            int venue,
            VenueAddress address,
            @Nullable FixTls tls,
            List<Instrument> pairs,
            NanoClock clock,
            Input<VenueMessage> next,
            Runnable endBatch,
            Consumer<StatusLine> status) {
        this.venue = venue;
        this.address = address;
        this.pairs = address.asked(pairs);
        this.clock = clock;
        this.next = next;
        this.status = status;
        SessionID id = new SessionID(address.version(), address.sender(), address.target());
        try {
            // without a dictionary, because a venue's extensions of the standard are no reason to reject its prices
            this.session = new FixSession(
                    id,
                    FixSession.settings(id, HEARTBEAT_S, true, "FIX.5.0SP2"),
                    new NoopStoreFactory(),
                    new Handler(),
                    new ReentrantLock());
            this.transport = new FixTransport(
                    new FixTransport.Limits(FixTransport.Limits.LOGON_NS, 0, FixTransport.Limits.ANSWER_BYTES, true),
                    endBatch);
        } catch (ConfigError e) {
            throw new IllegalStateException("QuickFIX/J rejects the settings of the venue " + address, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        transport.connect(
                address.at(), RETRY_NS, new FixTransport.SessionGroup(List.of(session), tls, new Connections()));
    }

    @Override
    public int port() {
        return address.at().port();
    }

    @Override
    public void run() {
        transport.run();
    }

    @Override
    public void close() {
        closed = true;
        transport.stop();
    }

    private void report(String state, String text) {
        status.accept(FeedReceiver.inSession(state, address.at() + ": " + text));
    }

    /** Reports connection events, on the receiving thread. */
    private final class Connections implements FixTransport.Listener {
        @Override
        public void connected(FixConnection connection) {
            try {
                int bufferBytes = connection.channel().getOption(StandardSocketOptions.SO_RCVBUF);
                status.accept(FeedReceiver.opened("connected", port(), bufferBytes));
            } catch (IOException gone) {
                // its disconnect will be reported
            }
        }

        @Override
        public void disconnected(FixConnection connection) {
            String why = connection.ending();
            broken(why.equals(FixConnection.CLOSED_BY_PEER) ? "the venue closed the connection" : why);
        }

        @Override
        public void unreachable(IOException why) {
            if (!(why instanceof ConnectException)) { // a ConnectException means that the venue has not started yet
                broken(IoReason.of(why));
            }
        }

        private void broken(String why) {
            if (!closed) {
                status.accept(FeedReceiver.broken(address.at() + ": " + why));
            }
        }

        @Override
        public void read(FixConnection connection) {
            arrivedNs = clock.nanoTime();
        }

        @Override
        public void leftOut(FixConnection connection, String why, boolean first) {
            report("left-out", why);
        }
    }

    /** Handles the session's messages, on the receiving thread. */
    private final class Handler extends ApplicationAdapter implements FixSession.Handler {
        @Override
        public Message parse(Session parsing, String text) throws InvalidMessage {
            received = text;
            return FixSession.Handler.super.parse(parsing, text);
        }

        @Override
        public void onLogon(SessionID id) {
            next.put(new VenueMessage(venue, "", arrivedNs));
            report("logged-on", address.target());
            session.send(address.request(pairs));
        }

        @Override
        public void fromAdmin(Message message, SessionID id) throws FieldNotFound {
            switch (message.getHeader().getString(MsgType.FIELD)) {
                case MsgType.LOGOUT -> report("logged-out", text(message));
                case MsgType.REJECT -> report("rejected", text(message));
                default -> {}
            }
        }

        @Override
        public void fromApp(Message message, SessionID id) throws FieldNotFound, UnsupportedMessageType {
            switch (message.getHeader().getString(MsgType.FIELD)) {
                case MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH, MsgType.MARKET_DATA_INCREMENTAL_REFRESH ->
                    next.put(new VenueMessage(venue, received, arrivedNs));
                case MsgType.MARKET_DATA_REQUEST_REJECT, MsgType.BUSINESS_MESSAGE_REJECT ->
                    report("rejected", text(message));
                default -> throw new UnsupportedMessageType();
            }
        }

        private static String text(FieldMap message) throws FieldNotFound {
            return message.isSetField(Text.FIELD) ? message.getString(Text.FIELD) : "no reason given";
        }
    }
}
