package org.ticktoquote.pricing.venue;

import org.ticktoquote.pricing.venue.VenueDecoder.VenueMessage;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageTexts;
import org.ticktoquote.pricing.feed.FeedReceiver;
import org.ticktoquote.pricing.pipeline.Inlet;
import quickfix.Responder;

/**
 * Component 1 for a FIX venue: connects, logs on, asks for the pairs that it has, and puts on what the venue says of them; connects again
 * until it is closed.
 *
 * <p>One thread reads, lets QuickFIX/J see every message and the time, and writes its answers.
 */
public final class VenueReceiver implements FeedReceiver {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int CONNECT_LIMIT_MS = 5_000;
    private static final int READ_BUFFER = 1 << 16;
    /** A reader of TLS cannot be woken without the end of its connection: it looks for itself. */
    private static final long TLS_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int venue;
    private final VenueAddress address;
    private final @Nullable ClientTls tls;
    private final List<Instrument> pairs;
    private final NanoClock clock;
    private final Inlet<VenueMessage> next;
    private final Runnable endBatch;
    private final Listener listener;
    private volatile @Nullable Socket connected;
    private volatile boolean closed;
    private long arrivedNs;

    /**
     * How a venue is reached.
     *
     * @param tls null for none
     */
    public record Access(VenueAddress address, @Nullable ClientTls tls) {}

    /**
     * A receiver that does not connect yet.
     *
     * @param venue its number
     * @param endBatch run on the receiving thread when the messages of a read have been handed on
     */
    public VenueReceiver(
            int venue,
            Access access,
            List<Instrument> pairs,
            NanoClock clock,
            Inlet<VenueMessage> next,
            Runnable endBatch,
            Listener listener) {
        this.venue = venue;
        this.address = access.address();
        this.tls = access.tls();
        this.pairs = address.asked(pairs);
        this.clock = clock;
        this.next = next;
        this.endBatch = endBatch;
        this.listener = listener;
    }

    @Override
    public int port() {
        return address.at().port();
    }

    @Override
    public void run() {
        while (!closed) {
            try (Socket socket = new Socket()) {
                connected = socket;
                if (closed) {
                    return;
                }
                socket.setTcpNoDelay(true);
                socket.connect(
                        new InetSocketAddress(address.at().host(), address.at().port()), CONNECT_LIMIT_MS);
                listener.onOpen("connected", port(), socket.getReceiveBufferSize());
                converse(socket);
            } catch (ConnectException notThere) {
                LockSupport.parkNanos(RETRY_NS);
            } catch (IOException broken) {
                tell(broken);
            }
        }
    }

    private void tell(IOException broken) {
        if (!closed) {
            boolean ofTls = broken instanceof SSLException;
            String reason = ofTls ? "TLS: " + broken.getMessage() : IoReason.of(broken);
            listener.onBroken(address.at() + ": " + reason);
            LockSupport.parkNanos(ofTls ? LOOK_NS : RETRY_NS); // what does not fit will not soon
        }
    }

    private void converse(Socket connection) throws IOException {
        try (Socket socket = tls == null ? connection : tls.over(connection, address.at())) {
            socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(tls == null ? LOOK_NS : TLS_LOOK_NS));
            speak(socket);
        }
    }

    private void speak(Socket socket) throws IOException {
        VenueSession session = VenueSession.logOn(address, pairs, new Out(socket), new Heard());
        try {
            read(socket, session);
        } finally {
            session.ended();
        }
    }

    private void read(Socket socket, VenueSession session) throws IOException {
        MessageTexts frames = new MessageTexts();
        byte[] bytes = new byte[READ_BUFFER];
        long lookedNs = clock.nanoTime();
        while (!closed) {
            int count = readOrNothing(socket, bytes);
            arrivedNs = clock.nanoTime();
            List<String> messages = new ArrayList<>();
            if (!frames.read(ByteBuffer.wrap(bytes, 0, count), messages::add)) {
                throw new IOException("a message of more than " + MessageFramer.MAX_LENGTH + " bytes");
            }
            if (!frames.fault().isEmpty()) {
                listener.onSession("left-out", address.at() + ": " + frames.fault());
            }
            for (String message : messages) {
                session.receive(message);
            }
            endBatch.run();
            if (arrivedNs - lookedNs >= LOOK_NS) {
                session.look();
                lookedNs = arrivedNs;
            }
        }
        session.logOut();
    }

    private int readOrNothing(Socket socket, byte[] bytes) throws IOException {
        try {
            int count = socket.getInputStream().read(bytes);
            if (count < 0 && closed) {
                return 0;
            }
            if (count < 0) {
                throw new EOFException("the venue closed the connection");
            }
            return count;
        } catch (SocketTimeoutException quiet) {
            return 0;
        }
    }

    @Override
    public void close() {
        closed = true;
        Socket socket = connected;
        if (socket == null || tls != null) {
            return; // or it ends by itself
        }
        try {
            socket.shutdownInput(); // the reading thread says goodbye
        } catch (IOException notConnected) {
            closeAtOnce(socket);
        }
    }

    private static void closeAtOnce(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On the receiving thread. */
    private final class Heard implements VenueSession.Hearer {
        @Override
        public void onLogon() {
            next.put(new VenueMessage(venue, "", arrivedNs));
            onEvent("logged-on", address.target());
        }

        @Override
        public void onMarketData(String text) {
            next.put(new VenueMessage(venue, text, arrivedNs));
        }

        @Override
        public void onEvent(String state, String text) {
            listener.onSession(state, address.at() + ": " + text);
        }
    }

    /** The way back to the venue. */
    private record Out(Socket socket) implements Responder {
        @Override
        public boolean send(String message) {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(message.getBytes(StandardCharsets.ISO_8859_1));
                return true;
            } catch (IOException gone) {
                return false; // the next read says so too
            }
        }

        @Override
        public void disconnect() {
            closeAtOnce(socket);
        }

        @Override
        public String getRemoteAddress() {
            return String.valueOf(socket.getRemoteSocketAddress());
        }
    }
}
