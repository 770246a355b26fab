package org.ticktoquote.host.pingpong;

import com.sun.jna.LastErrorException;
import com.sun.jna.ptr.IntByReference;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SocketChannel;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.linux.LibC;
import org.ticktoquote.host.pingpong.Link.Inbox;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;

/** Connection to one peer. One thread sends and one receives; closing ends a blocked receive. */
interface Link extends Closeable {
    /** Sends the bytes between position and limit as one message. */
    void send(ByteBuffer message) throws IOException;

    /**
     * Waits for bytes, or polls once in spin mode, and passes completed messages to the inbox.
     *
     * @return false if the peer has closed the connection
     */
    boolean receive(Inbox inbox) throws IOException;

    /** Returns the settings that the system refused, as text; empty if none. */
    String refusedSettings();

    @Override
    void close() throws IOException;

    /** Receives complete messages. */
    interface Inbox {
        /**
         * Receives a message.
         *
         * @param buffer contains the message; valid only during the call
         * @param receivedNs time right after the read that delivered its end
         */
        void accept(ByteBuffer buffer, int offset, int length, long receivedNs) throws IOException;
    }

    /** TCP connection to one peer. Messages are framed by the length in their header. */
    static final class TcpLink implements Link {
        private final SocketChannel channel;
        private final ByteBuffer in =
                ByteBuffer.allocateDirect(2 * Transport.TCP.longest()).order(ByteOrder.LITTLE_ENDIAN);
        private final ByteBuffer view = in.duplicate();
        private final String refusedSettings;
        private int start;

        private TcpLink(SocketChannel channel, String trouble) {
            this.channel = channel;
            this.refusedSettings = trouble;
        }

        static TcpLink to(InetSocketAddress peer, ReceiveMode reception) throws IOException {
            return over(SocketChannel.open(peer), reception);
        }

        /** Creates a link over a connected channel. Closes the channel on failure. */
        static TcpLink over(SocketChannel channel, ReceiveMode reception) throws IOException {
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(reception != ReceiveMode.SPIN);
                return new TcpLink(channel, reception == ReceiveMode.BUSY_POLL ? busyPoll(channel) : "");
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            while (message.hasRemaining()) {
                if (channel.write(message) == 0) {
                    Thread.onSpinWait();
                }
            }
        }

        /** Sends bytes of the receive buffer. Call only from the inbox that receives them. */
        void sendBack(int offset, int length) throws IOException {
            send(view.limit(offset + length).position(offset));
        }

        @Override
        public boolean receive(Inbox inbox) throws IOException {
            int count = channel.read(in);
            long receivedNs = System.nanoTime();
            if (count < 0) {
                return false;
            }
            if (count == 0) {
                Thread.onSpinWait();
                return true;
            }
            while (in.position() - start >= PingMessage.HEADER_BYTES && handOver(inbox, receivedNs)) {
                // each call passes on one message
            }
            if (start == in.position()) {
                in.clear();
                start = 0;
            } else if (in.remaining() < Transport.TCP.longest()) {
                in.flip().position(start);
                in.compact();
                start = 0;
            }
            return true;
        }

        private boolean handOver(Inbox inbox, long receivedNs) throws IOException {
            int length = PingMessage.length(in, start);
            if (!PingMessage.startsAt(in, start) || length > Transport.TCP.longest()) {
                throw new IOException("the peer is not t2q pingpong");
            }
            if (in.position() - start < length) {
                return false;
            }
            inbox.accept(in, start, length, receivedNs);
            start += length;
            return true;
        }

        @Override
        public String refusedSettings() {
            return refusedSettings;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** UDP datagrams to one peer. */
    static final class UdpLink implements Link {
        private static final int SOCKET_BUFFER_BYTES = 4 << 20;

        private final DatagramChannel channel;
        private final ByteBuffer in =
                ByteBuffer.allocateDirect(Transport.UDP.longest()).order(ByteOrder.LITTLE_ENDIAN);
        private final String refusedSettings;

        private UdpLink(DatagramChannel channel, String trouble) {
            this.channel = channel;
            this.refusedSettings = trouble;
        }

        static UdpLink to(InetSocketAddress peer, ReceiveMode reception) throws IOException {
            DatagramChannel channel = DatagramChannel.open();
            try {
                String trouble = prepare(channel, reception);
                channel.connect(peer);
                return new UdpLink(channel, trouble);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }

        /** Configures buffers and reception. Returns the settings that the system refused. */
        static String prepare(DatagramChannel channel, ReceiveMode reception) throws IOException {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
            channel.configureBlocking(reception != ReceiveMode.SPIN);
            return reception == ReceiveMode.BUSY_POLL ? busyPoll(channel) : "";
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            try {
                while (channel.write(message) == 0 && message.hasRemaining()) {
                    Thread.onSpinWait(); // the send buffer of the non-blocking channel is full
                }
            } catch (PortUnreachableException nobodyThere) {
                message.position(message.limit()); // the missing reply counts as lost
            }
        }

        @Override
        public boolean receive(Inbox inbox) throws IOException {
            in.clear();
            try {
                int length = channel.read(in);
                long receivedNs = System.nanoTime();
                if (length >= PingMessage.HEADER_BYTES && PingMessage.startsAt(in, 0)) {
                    inbox.accept(in, 0, length, receivedNs);
                } else if (length == 0) {
                    Thread.onSpinWait();
                }
            } catch (PortUnreachableException nobodyThere) {
                Thread.onSpinWait(); // an earlier datagram was refused; the peer can still start
            }
            return true;
        }

        @Override
        public String refusedSettings() {
            return refusedSettings;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /**
     * Enables busy polling with the socket option {@code SO_BUSY_POLL} (socket(7), Linux 3.11): a blocking receive polls the
     * adapter's queue for 50 us, as the kernel documentation recommends, before it sleeps. Java does not offer the option, so
     * it is set on the channel's descriptor. Returns why it failed, or that the kernel uses another time; empty on success.
     */
    static String busyPoll(NetworkChannel channel) {
        int us = 50;
        try {
            int socket = descriptor(channel);
            LibC c = LibC.get();
            c.setsockopt(socket, LibC.SOL_SOCKET, LibC.SO_BUSY_POLL, new IntByReference(us), Integer.BYTES);
            IntByReference kept = new IntByReference();
            c.getsockopt(socket, LibC.SOL_SOCKET, LibC.SO_BUSY_POLL, kept, new IntByReference(Integer.BYTES));
            return kept.getValue() == us ? "" : "busy polling for " + kept.getValue() + " us instead of " + us;
        } catch (LastErrorException refused) {
            return "no busy polling: setsockopt SO_BUSY_POLL: " + refused.getMessage() + " (a time"
                    + " above net.core.busy_read needs CAP_NET_ADMIN)";
        } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
            return "no busy polling: the socket's descriptor cannot be had: " + IoReason.of(closed)
                    + " (start java with --add-opens java.base/sun.nio.ch=ALL-UNNAMED)";
        }
    }

    private static int descriptor(NetworkChannel channel)
            throws ClassNotFoundException, NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        Method method = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
        method.setAccessible(true);
        return (int) method.invoke(channel);
    }

    /**
     * Message layout, little-endian: magic (int), length of the whole message (int), session (long), sequence (long), then
     * zeros up to the length. A server returns pings unchanged.
     */
    static final class PingMessage {
        static final int HEADER_BYTES = 24;
        /** Length of a request for the server's description. No answer is longer, to prevent amplification. */
        static final int HELLO_BYTES = 1024;

        static final long HELLO = -1;

        private static final int MAGIC = 0x50513254; // "T2QP"
        private static final int LENGTH_AT = 4;
        private static final int SESSION_AT = 8;
        private static final int SEQUENCE_AT = 16;

        private PingMessage() {}

        /** Creates a message with a header followed by zeros. */
        static ByteBuffer ofLength(int bytes, long session) {
            ByteBuffer message = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
            message.putInt(0, MAGIC).putInt(LENGTH_AT, bytes).putLong(SESSION_AT, session);
            return message;
        }

        static void putSequence(ByteBuffer message, long sequence) {
            message.putLong(SEQUENCE_AT, sequence);
        }

        /** Returns whether a plausible header begins at the offset. */
        static boolean startsAt(ByteBuffer buffer, int offset) {
            return buffer.getInt(offset) == MAGIC && buffer.getInt(offset + LENGTH_AT) >= HEADER_BYTES;
        }

        static int length(ByteBuffer buffer, int offset) {
            return buffer.getInt(offset + LENGTH_AT);
        }

        static long session(ByteBuffer buffer, int offset) {
            return buffer.getLong(offset + SESSION_AT);
        }

        static long sequence(ByteBuffer buffer, int offset) {
            return buffer.getLong(offset + SEQUENCE_AT);
        }
    }
}
