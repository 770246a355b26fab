package org.ticktoquote.core.audit;

import com.sun.jna.LastErrorException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.linux.LibC;

/**
 * Queries the kernel about TCP sockets of any process on this host by their two endpoints, with sock_diag(7) over netlink.
 * Needs no privilege. All answers are empty if sock_diag is not available.
 *
 * <p>Two system calls per answer. Not thread-safe.
 */
public final class SocketDiagnostics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketDiagnostics.class);
    private static final int SOCK_DIAG_BY_FAMILY = 20;
    private static final int NLM_F_REQUEST = 1;
    private static final int NETLINK_HEADER = 16;
    private static final int SEQUENCE = 8;
    private static final int REQUEST = 56;
    private static final int TCP = 6;
    private static final byte WANT_INFO = 1 << 1;
    private static final int ALL_STATES = -1;
    private static final int NO_COOKIE = -1;
    private static final int NO_WAIT = 0x40;
    private static final int MAX_ANSWER_LENGTH = 8_192;

    private final int socket;
    private final ByteBuffer answer = ByteBuffer.allocate(MAX_ANSWER_LENGTH).order(ByteOrder.nativeOrder());
    private final TcpSocketCounters counters = new TcpSocketCounters(answer);
    private final Optional<TcpSocketCounters> found = Optional.of(counters);
    private int sequence;

    /**
     * Reusable query for the socket between two endpoints: {@code nlmsghdr} and {@code inet_diag_req_v2}, header in host
     * order, ports and addresses in network order.
     */
    public static final class Query {
        private final ByteBuffer bytes =
                ByteBuffer.allocate(NETLINK_HEADER + REQUEST).order(ByteOrder.nativeOrder());

        public Query(InetSocketAddress local, InetSocketAddress remote) {
            byte[] localAddress = local.getAddress().getAddress();
            byte[] remoteAddress = remote.getAddress().getAddress();
            bytes.putInt(bytes.capacity());
            bytes.putShort((short) SOCK_DIAG_BY_FAMILY).putShort((short) NLM_F_REQUEST);
            bytes.putInt(0).putInt(0);
            bytes.put((byte) (localAddress.length == 4 ? LibC.AF_INET : LibC.AF_INET6));
            bytes.put((byte) TCP).put(WANT_INFO).put((byte) 0).putInt(ALL_STATES);
            bytes.order(ByteOrder.BIG_ENDIAN);
            bytes.putShort((short) local.getPort()).putShort((short) remote.getPort());
            address(localAddress);
            address(remoteAddress);
            bytes.putInt(0).putInt(NO_COOKIE).putInt(NO_COOKIE).order(ByteOrder.nativeOrder());
        }

        private void address(byte[] address) {
            int end = bytes.position() + 16;
            bytes.put(address).position(end);
        }
    }

    private SocketDiagnostics(int socket) {
        this.socket = socket;
    }

    /** Opens a netlink socket. All answers are empty if that fails. */
    public static SocketDiagnostics open() {
        try {
            return new SocketDiagnostics(LibC.get().socket(LibC.AF_NETLINK, LibC.SOCK_RAW, LibC.NETLINK_SOCK_DIAG));
        } catch (LinkageError | LastErrorException refused) {
            LOG.info("the kernel does not report TCP sockets: {}", refused.toString());
            return new SocketDiagnostics(-1);
        }
    }

    /**
     * Returns the counters of the socket, valid until the next call, or empty if this host has no such socket. Does not
     * allocate.
     */
    public Optional<TcpSocketCounters> of(Query query) {
        if (socket < 0) {
            return Optional.empty();
        }
        query.bytes.putInt(SEQUENCE, ++sequence);
        try {
            long sent = LibC.Direct.send(socket, query.bytes.array(), query.bytes.capacity(), 0);
            // the kernel answers within send(), so recv() never waits
            long length = sent < 0 ? 0 : LibC.Direct.recv(socket, answer.array(), answer.capacity(), NO_WAIT);
            answer.limit((int) length);
            return counters.parse() ? found : Optional.empty();
        } catch (LastErrorException refused) {
            LOG.debug("no report of a connection", refused);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (socket >= 0) {
            LibC.get().close(socket);
        }
    }
}
