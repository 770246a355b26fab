package org.ticktoquote.pricing.feed;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.feed.FeedMessages;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.pipeline.Input;

/** Receives a stream of messages framed by SOFH from a sender that listens. Connects and reconnects until closed. */
public final class TcpReceiver implements FeedReceiver {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int READ_BUFFER = 1 << 18;

    private final FeedAddress address;
    private final NanoClock clock;
    private final Input<FeedPacket> next;
    private final Runnable endBatch;
    private final Consumer<StatusLine> status;
    private volatile @Nullable SocketChannel connected;
    private volatile boolean closed;

    /** @param endBatch runs on the receiving thread after the messages of each read */
    public TcpReceiver(
            FeedAddress address,
            NanoClock clock,
            Input<FeedPacket> next,
            Runnable endBatch,
            Consumer<StatusLine> status) {
        this.endBatch = endBatch;
        this.address = address;
        this.clock = clock;
        this.next = next;
        this.status = status;
    }

    @Override
    public int port() {
        return address.port();
    }

    @Override
    public void run() {
        while (!closed) {
            try (SocketChannel channel = SocketChannel.open()) {
                connected = channel;
                if (closed) {
                    return;
                }
                channel.setOption(StandardSocketOptions.SO_RCVBUF, UdpReceiver.RECEIVE_BUFFER);
                channel.connect(address.socketAddress());
                status.accept(FeedReceiver.opened(
                        "connected", address.port(), channel.getOption(StandardSocketOptions.SO_RCVBUF)));
                read(channel);
            } catch (AsynchronousCloseException end) {
                return;
            } catch (ConnectException | UnresolvedAddressException notThere) {
                LockSupport.parkNanos(RETRY_NS);
            } catch (IOException broken) {
                report(broken);
            }
        }
    }

    private void report(IOException broken) {
        if (!closed) {
            status.accept(FeedReceiver.broken(IoReason.of(broken)));
            LockSupport.parkNanos(RETRY_NS);
        }
    }

    private void read(SocketChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(READ_BUFFER);
        while (channel.read(bytes) >= 0) {
            long arrivedNs = clock.nanoTime();
            split(bytes.flip(), arrivedNs, next);
            endBatch.run();
            bytes.compact();
        }
        throw new EOFException("the sender closed the stream");
    }

    /**
     * Splits a stream into messages by the Simple Open Framing Header: length, including the header, as big-endian
     * uint32, then the encoding type 0xEB50. Passes on every whole message and leaves the rest in the buffer.
     */
    static void split(ByteBuffer bytes, long arrivedNs, Input<FeedPacket> next) throws IOException {
        bytes.order(ByteOrder.BIG_ENDIAN);
        while (bytes.remaining() >= FeedMessages.FRAME_HEADER) {
            int length = bytes.getInt(bytes.position());
            int encoding = bytes.getShort(bytes.position() + 4) & 0xffff;
            if (!FeedMessages.isFrameHeader(length, encoding)) {
                throw new IOException("not a framing header: length %d, encoding 0x%x".formatted(length, encoding));
            }
            if (bytes.remaining() < length) {
                return;
            }
            byte[] message = new byte[length - FeedMessages.FRAME_HEADER];
            bytes.position(bytes.position() + FeedMessages.FRAME_HEADER);
            bytes.get(message);
            next.put(new FeedPacket(new UnsafeBuffer(message), false, arrivedNs));
        }
    }

    @Override
    public void close() {
        closed = true;
        SocketChannel channel = connected;
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
