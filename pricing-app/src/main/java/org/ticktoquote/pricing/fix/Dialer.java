package org.ticktoquote.pricing.fix;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.ticktoquote.core.net.Endpoint;

/**
 * Connects sessions to clients that listen: each that has no connection, whenever it is told to. One thread; never waits.
 */
final class Dialer {
    private final Endpoint clients;
    private final Set<SessionLink> dialling = new HashSet<>();

    Dialer(Endpoint clients) {
        this.clients = clients;
    }

    /** A connection of a session that is being made; what its key in the selector has attached. */
    record Attempt(SessionLink link, SocketChannel channel) {
        void giveUp() {
            try {
                channel.close();
            } catch (IOException gone) {
                // it is closed all the same
            }
        }
    }

    /** Begins to connect sessions that are not connected. The address is looked up each time. */
    void dial(Collection<SessionLink> links, Selector selector) {
        for (SessionLink link : links) {
            if (!link.connected() && dialling.add(link)) {
                begin(link, selector);
            }
        }
    }

    private void begin(SessionLink link, Selector selector) {
        try {
            SocketChannel channel = SocketChannel.open();
            try {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_CONNECT, new Attempt(link, channel));
                boolean ignored = channel.connect(new InetSocketAddress(clients.host(), clients.port()));
            } catch (IOException | UnresolvedAddressException e) {
                channel.close();
                dialling.remove(link);
            }
        } catch (IOException nothingToBeHad) {
            dialling.remove(link);
        }
    }

    /** An attempt has come to its end; whether the connection is made. */
    boolean finish(Attempt attempt) {
        dialling.remove(attempt.link);
        try {
            return attempt.channel.finishConnect();
        } catch (IOException refused) {
            attempt.giveUp();
            return false;
        }
    }
}
