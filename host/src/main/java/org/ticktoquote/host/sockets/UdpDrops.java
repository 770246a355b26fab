package org.ticktoquote.host.sockets;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.CounterSource;
import org.ticktoquote.core.net.Endpoint;

/**
 * Datagrams dropped so far at the sockets that receive a UDP feed, at one time.
 *
 * @param sockets bound to the port of the feed: the application's own, and others at the feed's or all addresses
 */
public record UdpDrops(List<UdpSocket> sockets) {
    public static final UdpDrops NONE = new UdpDrops(List.of());

    public UdpDrops {
        sockets = List.copyOf(sockets);
    }

    /** Relation of a socket to the application, from the weakest to the strongest. */
    public enum Owner {
        /** Unknown, and bound to all addresses. */
        ANY_ADDRESS,
        /** Unknown, but bound to the address of the feed, or to all addresses if that is a group, as both receive it. */
        FEED_ADDRESS,
        /** Held by a process of the application. */
        APPLICATION
    }

    /** A socket, by its inode. */
    public record UdpSocket(long inode, Owner owner, long dropped) {}

    /**
     * Feed of an application.
     *
     * @param receivers addresses or names, and ports, that the feed is sent to
     * @param groups leaders of the application's process groups
     * @param processes further processes of the application
     */
    public record UdpFeed(List<Endpoint> receivers, List<Long> groups, List<Long> processes) {
        public UdpFeed {
            receivers = List.copyOf(receivers);
            groups = List.copyOf(groups);
            processes = List.copyOf(processes);
        }
    }

    /**
     * Returns the number of datagrams that the application's sockets dropped until a later reading. If none of its sockets
     * is visible, the sockets bound to the feed's address count, or else those bound to all addresses.
     */
    public long until(UdpDrops later) {
        Owner strongest = Stream.concat(sockets.stream(), later.sockets.stream())
                .map(UdpSocket::owner)
                .max(Comparator.naturalOrder())
                .orElse(Owner.ANY_ADDRESS);
        Set<Long> counted =
                Stream.concat(inodes(strongest), later.inodes(strongest)).collect(Collectors.toSet());
        Map<Long, Long> before = dropped();
        return later.dropped().entrySet().stream()
                .filter(socket -> counted.contains(socket.getKey()))
                .mapToLong(socket -> Math.max(0, socket.getValue() - before.getOrDefault(socket.getKey(), 0L)))
                .sum();
    }

    /** Returns the drops by inode. A table that changes while it is read can list a socket twice. */
    private Map<Long, Long> dropped() {
        return sockets.stream().collect(Collectors.toMap(UdpSocket::inode, UdpSocket::dropped, Math::max));
    }

    /** Adds the sockets that only an earlier reading lists: closed ones, or left out of a table that changed meanwhile. */
    private UdpDrops withMissing(UdpDrops earlier) {
        Set<Long> listed = dropped().keySet();
        return new UdpDrops(Stream.concat(
                        sockets.stream(), earlier.sockets.stream().filter(socket -> !listed.contains(socket.inode())))
                .toList());
    }

    Stream<Long> inodes(Owner owner) {
        return sockets.stream().filter(socket -> socket.owner() == owner).map(UdpSocket::inode);
    }

    /** Counts drops from its creation on, across sockets that are closed and opened. Used by the audit's thread. */
    public static final class UdpDropCounter implements CounterSource {
        private final SocketTables tables;
        private final UdpFeed feed;
        private final Map<Integer, Set<InetAddress>> addresses;
        private UdpDrops previous;
        private long total;

        public UdpDropCounter(SocketTables tables, UdpFeed feed) {
            this.tables = tables;
            this.feed = feed;
            this.addresses = SocketTables.addresses(feed.receivers());
            this.previous = tables.udpDrops(feed, addresses, NONE);
        }

        @Override
        public void read(ObjLongConsumer<String> counters) {
            UdpDrops now = tables.udpDrops(feed, addresses, previous);
            total += previous.until(now);
            previous = now.withMissing(previous);
            counters.accept(AuditSample.APPLICATION_UDP_DROPS, total);
        }
    }
}
