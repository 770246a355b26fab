package org.ticktoquote.benchmarks.peers;

import io.aeron.Aeron;
import io.aeron.Subscription;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.marketdata.MessageHeaderDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.SessionEndDecoder;
import org.ticktoquote.fix.message.MessageSplitter;

/** Reads a feed of t2q until its measured session ends, and records the arrival of each tick. One thread. */
final class FeedReader {
    private static final int PACKET_HEADER = 20;
    private static final int SOFH = 6;
    private static final int FRAGMENTS = 16;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final SessionEndDecoder end = new SessionEndDecoder();
    private final long[] arrivedNs;
    private boolean ended;

    /** @param ticks highest tick id; ticks of a warm-up are discarded */
    FeedReader(int ticks) {
        this.arrivedNs = new long[ticks];
    }

    /** Arrival of the tick at each index; 0 if it never arrived. */
    long[] arrivedNs() {
        return arrivedNs;
    }

    void readUdp(DatagramChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(2_000);
        UnsafeBuffer packet = new UnsafeBuffer(bytes);
        while (!ended) {
            channel.receive(bytes.clear());
            long nowNs = System.nanoTime();
            for (int at = PACKET_HEADER; at < bytes.position(); at += length(packet, at)) {
                take(packet, at, nowNs);
            }
        }
    }

    /** Reads from a port on which the replayer will listen. */
    void readTcp(int port) throws IOException {
        try (Socket socket = connected(port)) {
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[2_000];
            UnsafeBuffer message = new UnsafeBuffer(bytes);
            while (!ended && in.readNBytes(bytes, 0, SOFH) == SOFH) {
                int length = ByteBuffer.wrap(bytes).getInt() - SOFH;
                if (in.readNBytes(bytes, 0, length) != length) {
                    throw new IOException("the feed ended within a message");
                }
                take(message, 0, System.nanoTime());
            }
        }
    }

    /** Reads from a port on which the replayer will be a FIX venue. Subscribes to bids and offers of pairs. */
    void readFix(int port, List<String> pairs) throws IOException {
        try (Socket socket = connected(port)) {
            FixRequests requests = new FixRequests(socket.getOutputStream());
            requests.logOn();
            requests.subscribe(pairs);
            MessageSplitter frames = new MessageSplitter();
            byte[] bytes = new byte[1 << 16];
            InputStream in = socket.getInputStream();
            for (int count = in.read(bytes); count >= 0 && !ended; count = in.read(bytes)) {
                long nowNs = System.nanoTime();
                frames.read(ByteBuffer.wrap(bytes, 0, count), text -> take(text, nowNs));
            }
        }
    }

    /** Records the tick of a message. Ends with the last tick, because a FIX venue sends no end of session. */
    private void take(String text, long nowNs) {
        int at = text.indexOf("\u0001299=");
        if (at > 0) {
            long id = Long.parseLong(text.substring(at + 5, text.indexOf('\u0001', at + 5)));
            if (id <= arrivedNs.length) {
                arrivedNs[(int) id - 1] = nowNs;
                ended = id == arrivedNs.length;
            }
        }
    }

    private static Socket connected(int port) throws IOException {
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress("127.0.0.1", port));
                return socket;
            } catch (ConnectException notYet) {
                socket.close();
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /** Reads from the media driver in a directory, which can start later. */
    void readAeron(String directory, String channel, int stream) {
        IdleStrategy idle = new BackoffIdleStrategy(100, 10, 1_000, 50_000);
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
                Subscription subscription = aeron.addSubscription(channel, stream)) {
            while (!ended) {
                idle.idle(subscription.poll(
                        (buffer, offset, length, frame) -> take(buffer, offset, System.nanoTime()), FRAGMENTS));
            }
        }
    }

    private int length(DirectBuffer buffer, int offset) {
        return MessageHeaderDecoder.ENCODED_LENGTH + header.wrap(buffer, offset).blockLength();
    }

    private void take(DirectBuffer buffer, int offset, long nowNs) {
        int template = header.wrap(buffer, offset).templateId();
        if (template == QuoteDecoder.TEMPLATE_ID) {
            long id = quote.wrapAndApplyHeader(buffer, offset, header).tickId();
            if (id <= arrivedNs.length) {
                arrivedNs[(int) id - 1] = nowNs;
            }
        } else if (template == SessionEndDecoder.TEMPLATE_ID) {
            ended = end.wrapAndApplyHeader(buffer, offset, header).lastTickId() <= arrivedNs.length;
        }
    }
}
