package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.pricing.dialect.PriceEncoder;
import org.ticktoquote.pricing.publish.Quote;
import quickfix.Responder;

/**
 * One client's connection: what is sent is written by whoever sends it, and what the socket does not take waits, up to a
 * limit beyond which the client is cut off.
 *
 * <p>Any thread may send; messages are whole and in the order in which they were sent. Nobody waits for the socket.
 */
final class Connection implements Responder {
    /** Who sees to it that what waits leaves, and hears of the end; called by any thread, must not wait. */
    interface Keeper {
        /** Something waits for room in the socket. */
        void waits(Connection connection);

        /** The connection was closed by this side. */
        void closed(Connection connection);
    }

    private final SocketChannel channel;
    private final String address;
    private final int mostQueued;
    private final Keeper keeper;
    private final OutBuffer out = new OutBuffer();
    private boolean waiting;
    private boolean closed;

    /** @param mostQueued messages that may wait; 0 for no limit */
    Connection(SocketChannel channel, String address, int mostQueued, Keeper keeper) {
        this.channel = channel;
        this.address = address;
        this.mostQueued = mostQueued;
        this.keeper = keeper;
    }

    SocketChannel channel() {
        return channel;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** A message of QuickFIX/J's. */
    @Override
    public synchronized boolean send(String message) {
        if (closed) {
            return false;
        }
        byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
        out.begin(bytes.length);
        out.put(bytes);
        out.end();
        write();
        return !closed;
    }

    /**
     * Prices with numbers that follow each other, with one write.
     *
     * @return the clock's reading before the bytes enter the socket's queue
     */
    synchronized long send(List<Quote> quotes, PriceEncoder encoder, long firstSequence, NanoClock clock) {
        long nowMs = System.currentTimeMillis();
        for (int i = 0; i < quotes.size(); i++) {
            encoder.append(out, quotes.get(i), firstSequence + i, nowMs);
        }
        long outNs = clock.nanoTime();
        write();
        return outNs;
    }

    /** The socket has room again; returns whether all has left. */
    synchronized boolean room() {
        waiting = false;
        write();
        return !waiting;
    }

    private void write() {
        if (closed || waiting) {
            limit();
            return;
        }
        try {
            int written = 1;
            while (!out.isEmpty() && written > 0) {
                written = channel.write(out.next());
                out.left(written);
            }
        } catch (IOException gone) {
            disconnect();
            return;
        }
        if (!out.isEmpty()) {
            waiting = true;
            keeper.waits(this);
            limit();
        }
    }

    private void limit() {
        if (mostQueued > 0 && out.messages() > mostQueued) {
            disconnect();
        }
    }

    /** Closes at once; what waits is lost. */
    @Override
    public synchronized void disconnect() {
        if (closed) {
            return;
        }
        closed = true;
        out.empty();
        try {
            channel.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
        keeper.closed(this);
    }

    @Override
    public String getRemoteAddress() {
        return address;
    }
}
