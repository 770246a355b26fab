package org.ticktoquote.fix.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import quickfix.MessageUtils;
import quickfix.SessionID;
import quickfix.field.BeginString;
import quickfix.field.SenderCompID;
import quickfix.field.TargetCompID;

/** Port to which counterparties connect. A connection begins with the Logon of a session. For one thread. */
final class FixAcceptor {
    private static final int SHOWN = 64;

    private final FixTransport.SessionGroup group;
    private final ServerSocketChannel server;

    FixAcceptor(InetSocketAddress address, FixTransport.SessionGroup group, Selector selector) throws IOException {
        this.group = group;
        this.server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, this);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Returns the next connection, or null if there is none. */
    @Nullable
    SocketChannel accept() throws IOException {
        return server.accept();
    }

    FixTransport.SessionGroup group() {
        return group;
    }

    /** Assigns a connection to the session that its first message names. Returns why the connection is refused, or empty. */
    static String assignSession(FixConnection connection, String text) {
        if (!MessageUtils.isLogon(text)) {
            return "the first message is not a Logon (35=A)";
        }
        FixTransport.SessionGroup group = connection.group;
        String begin = field(text, BeginString.FIELD);
        String sender = field(text, SenderCompID.FIELD);
        String target = field(text, TargetCompID.FIELD);
        for (FixSession session : group.sessions()) {
            SessionID id = session.id();
            if (id.getBeginString().equals(begin)
                    && id.getTargetCompID().equals(sender)
                    && id.getSenderCompID().equals(target)) {
                FixTransport.withLock(session.lock(), () -> {
                    if (session.connect(connection)) {
                        connection.belongsTo(session);
                    }
                });
                return connection.session() == null ? "49=" + sender + " is already logged on" : "";
            }
        }
        return unknown(group, begin, sender, target);
    }

    private static String unknown(FixTransport.SessionGroup group, String begin, String sender, String target) {
        if (group.sessions().isEmpty()) {
            return "Logon at a port without sessions";
        }
        SessionID one = group.sessions().get(0).id();
        if (!begin.equals(one.getBeginString())) {
            return "Logon with 8=" + begin + ", expected 8=" + one.getBeginString();
        }
        String known = group.sessions().stream()
                .map(session -> session.id().getTargetCompID())
                .collect(Collectors.joining(" or "));
        return "Logon with 49=" + sender + " 56=" + target + ", expected 49=" + known + " 56=" + one.getSenderCompID();
    }

    private static String field(String text, int tag) {
        String value = MessageUtils.getStringField(text, tag);
        if (value == null) {
            return "";
        }
        return value.length() > SHOWN ? value.substring(0, SHOWN) : value;
    }

    void close() throws IOException {
        server.close();
    }
}
