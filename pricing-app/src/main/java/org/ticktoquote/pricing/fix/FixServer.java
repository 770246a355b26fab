package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.fix.message.MessageTexts;
import quickfix.MessageUtils;
import quickfix.SessionID;

/**
 * The FIX side of the sockets: accepts connections, or makes them, reads what clients say, writes what waited for room, and
 * tells the sessions the time, all on one thread, {@code pricing-fix-io}. Quotes are written by the threads that publish them.
 */
final class FixServer implements Runnable, Connection.Keeper {
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOGOUT_LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long ANSWER_WAIT_MS = 20;
    private static final int READ_BYTES = 64 * 1024;

    private final Map<SessionID, SessionLink> links;
    private final Runnable afterRound;
    private final int mostQueued;
    private final long logonLimitNs;
    private final Selector selector;
    private final @Nullable ServerSocketChannel acceptor;
    private final @Nullable Dialer dialer;
    private final Queue<Connection> waiting = new ConcurrentLinkedQueue<>();
    private final Queue<Connection> closed = new ConcurrentLinkedQueue<>();
    private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);
    private volatile boolean stopping;

    /** A connection, its unfinished message and, from its Logon on, its session. */
    private static final class Client {
        private final Connection connection;
        private final long acceptedNs = System.nanoTime();
        private final MessageTexts frames = new MessageTexts();
        private @Nullable SessionLink link;

        Client(Connection connection) {
            this.connection = connection;
        }

        boolean silentFor(long ns) {
            return link == null && System.nanoTime() - acceptedNs > ns;
        }
    }

    /**
     * Binds, or is going to connect.
     *
     * @param logonLimitNs how long a connection may stand without a Logon, to the next second
     * @param afterRound run on the server's thread after each round of work, when no session is locked
     */
    FixServer(
            Entrance entrance,
            int mostQueued,
            long logonLimitNs,
            Map<SessionID, SessionLink> links,
            Runnable afterRound)
            throws IOException {
        this.links = Map.copyOf(links);
        this.afterRound = afterRound;
        this.mostQueued = mostQueued;
        this.logonLimitNs = logonLimitNs;
        this.selector = Selector.open();
        this.acceptor = entrance.connect() == null ? bind(entrance.listen()) : null;
        this.dialer = entrance.connect() == null ? null : new Dialer(entrance.connect());
    }

    /**
     * How clients and application meet.
     *
     * @param listen where it listens, unless it connects
     * @param connect where clients listen; null where they connect
     */
    record Entrance(InetSocketAddress listen, @Nullable Endpoint connect) {}

    private ServerSocketChannel bind(InetSocketAddress address) throws IOException {
        ServerSocketChannel bound = ServerSocketChannel.open();
        bound.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        bound.bind(address);
        bound.configureBlocking(false);
        bound.register(selector, SelectionKey.OP_ACCEPT);
        return bound;
    }

    /** Where it listens; 0 where it connects. */
    int port() {
        return acceptor == null ? 0 : acceptor.socket().getLocalPort();
    }

    @Override
    public void run() {
        long nextTickNs = System.nanoTime() + TICK_NS;
        try {
            dial();
            while (!stopping) {
                long waitMs = TimeUnit.NANOSECONDS.toMillis(nextTickNs - System.nanoTime()) + 1;
                selector.select(this::serve, Math.max(1, waitMs));
                watch();
                forget();
                if (nextTickNs - System.nanoTime() <= 0) {
                    links.values().forEach(SessionLink::tick);
                    endSilent();
                    dial();
                    nextTickNs = System.nanoTime() + TICK_NS;
                }
                afterRound.run();
            }
            logOut();
            links.values().forEach(SessionLink::close);
            if (acceptor != null) {
                acceptor.close();
            }
            selector.keys().forEach(key -> closeQuietly(key));
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All sessions, and for a moment the answers. */
    private void logOut() throws IOException {
        links.values().forEach(SessionLink::logOut);
        long untilNs = System.nanoTime() + LOGOUT_LIMIT_NS;
        while (links.values().stream().anyMatch(SessionLink::isLoggedOn) && untilNs - System.nanoTime() > 0) {
            selector.select(this::serve, ANSWER_WAIT_MS);
            watch();
            forget();
        }
    }

    private void dial() {
        if (dialer != null) {
            dialer.dial(links.values(), selector);
        }
    }

    /** Ends connections whose Logon is overdue: each of them holds memory and a file descriptor. */
    private void endSilent() {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Client client && client.silentFor(logonLimitNs)) {
                client.connection.disconnect();
            }
        }
    }

    private static void closeQuietly(SelectionKey key) {
        if (key.attachment() instanceof Client client) {
            client.connection.disconnect();
        } else if (key.attachment() instanceof Dialer.Attempt attempt) {
            attempt.giveUp();
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
                return;
            }
            if (key.attachment() instanceof Dialer.Attempt attempt) {
                dialled(key, attempt);
                return;
            }
            Client client = (Client) key.attachment();
            if (key.isWritable() && client.connection.room()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
            }
            if (key.isReadable()) {
                read(client);
            }
        } catch (CancelledKeyException closedMeanwhile) {
            // its end is on its way
        }
    }

    private void accept(ServerSocketChannel from) {
        try {
            SocketChannel channel = from.accept();
            if (channel != null) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, client(channel));
            }
        } catch (IOException gone) {
            // the client gave up; others will come
        }
    }

    /** The session says its Logon at once. */
    private void dialled(SelectionKey key, Dialer.Attempt attempt) {
        try {
            if (dialer == null || !dialer.finish(attempt)) {
                return;
            }
            Client client = client(attempt.channel());
            client.link = attempt.link();
            key.attach(client);
            key.interestOps(SelectionKey.OP_READ);
            if (attempt.link().connect(client.connection)) {
                attempt.link().tick();
            }
        } catch (IOException gone) {
            // it is tried again
        }
    }

    private Client client(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new Client(new Connection(channel, String.valueOf(channel.getRemoteAddress()), mostQueued, this));
    }

    private void read(Client client) {
        try {
            read.clear();
            int count = client.connection.channel().read(read);
            boolean endable = count >= 0 && client.frames.read(read.flip(), text -> take(client, text));
            if (endable && (client.link != null || client.frames.fault().isEmpty())) {
                return;
            }
        } catch (IOException gone) {
            // the same as its end
        }
        client.connection.disconnect();
    }

    private void take(Client client, String text) {
        SessionLink link = client.link;
        if (link == null) {
            link = logon(client, text);
            client.link = link;
        }
        if (link == null) {
            client.connection.disconnect();
        } else {
            link.receive(text);
        }
    }

    /** The session that a first message is of; null when it is no Logon, of nobody known, or of one who is here already. */
    private @Nullable SessionLink logon(Client client, String text) {
        if (!MessageUtils.isLogon(text)) {
            return null;
        }
        SessionLink link = links.get(MessageUtils.getReverseSessionID(text));
        return link != null && link.connect(client.connection) ? link : null;
    }

    /** Asks for a word when sockets have room again. */
    private void watch() {
        for (Connection next = waiting.poll(); next != null; next = waiting.poll()) {
            SelectionKey key = next.channel().keyFor(selector);
            if (key != null && key.isValid()) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
            }
        }
    }

    /** Tells the sessions of closed connections. */
    private void forget() {
        for (Connection next = closed.poll(); next != null; next = closed.poll()) {
            for (SessionLink link : links.values()) {
                link.ended(next);
            }
        }
    }

    @Override
    public void waits(Connection connection) {
        waiting.add(connection);
        selector.wakeup();
    }

    @Override
    public void closed(Connection connection) {
        closed.add(connection);
        selector.wakeup();
    }

    /** Ends all sessions and the thread. */
    void stop() {
        stopping = true;
        selector.wakeup();
    }
}
