package org.ticktoquote.replayer.feed;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Application that connects over TCP and reads on request. */
public final class TcpReceiver implements AutoCloseable {
    private static final int TIMEOUT_MS = 60_000;
    private static final int MOMENT_MS = 200;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    /** Connects to a feed. */
    public TcpReceiver(String feed) throws IOException {
        this(feed, 1 << 20);
    }

    /** Connects with the given approximate receive buffer size. */
    public TcpReceiver(String feed, int receiveBuffer) throws IOException {
        socket.setReceiveBufferSize(receiveBuffer);
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(feed).getPort()));
        socket.setSoTimeout(TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Reads the next message. */
    public FeedMessage next() throws IOException {
        int length = in.readInt();
        int encoding = in.readUnsignedShort();
        if (encoding != 0xEB50) {
            throw new IllegalStateException("encoding 0x" + Integer.toHexString(encoding));
        }
        byte[] message = new byte[length - 6];
        in.readFully(message);
        return FeedMessage.read(ByteBuffer.wrap(message));
    }

    /** Reads all messages up to the first match. */
    public List<FeedMessage> until(Predicate<FeedMessage> last) throws IOException {
        List<FeedMessage> messages = new ArrayList<>();
        do {
            messages.add(next());
        } while (!last.test(messages.get(messages.size() - 1)));
        return messages;
    }

    /** Returns whether the connection stays open and idle for a moment. */
    public boolean staysOpen() throws IOException {
        socket.setSoTimeout(MOMENT_MS);
        try {
            int unused = in.read();
            return false;
        } catch (SocketTimeoutException silent) {
            return true;
        } finally {
            socket.setSoTimeout(TIMEOUT_MS);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
