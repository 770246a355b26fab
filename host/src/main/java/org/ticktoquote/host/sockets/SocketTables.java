package org.ticktoquote.host.sockets;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.sockets.SocketTables.SocketRow.SocketEnd;
import org.ticktoquote.host.sockets.UdpDrops.Owner;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;
import org.ticktoquote.host.sockets.UdpDrops.UdpSocket;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Reads the sockets of a network namespace and of processes, from {@code /proc/net} and file descriptors (proc(5)). Sees the
 * descriptors of this user's processes, or of all as root. Results are empty without access. Not thread-safe.
 */
public final class SocketTables {
    private static final String SOCKET = "socket:[";
    private static final int TIME_WAIT = 6;

    private final Path proc;
    private final KernelText text = new KernelText();
    private final ProcessFiles processes;

    /** Reads this host's {@code /proc}. */
    public SocketTables() {
        this(Path.of("/proc"));
    }

    /** @param proc mount point of procfs */
    public SocketTables(Path proc) {
        this.proc = proc;
        this.processes = new ProcessFiles(proc);
    }

    /** Returns the TCP sockets of this process's network namespace. */
    public List<SocketRow> tcp() {
        return tcp(proc);
    }

    /** Returns the TCP sockets of a process's network namespace. */
    public List<SocketRow> tcp(long pid) {
        return tcp(folder(pid));
    }

    private List<SocketRow> tcp(Path folder) {
        return rows(folder, "net/tcp", "net/tcp6", false);
    }

    /** Returns the UDP sockets of a process's network namespace. */
    public List<SocketRow> udp(long pid) {
        return rows(folder(pid), "net/udp", "net/udp6", true);
    }

    /** Returns the drops so far at the sockets that receive a feed, in this process's network namespace. */
    public UdpDrops udpDrops(UdpFeed feed) {
        return udpDrops(feed, addresses(feed.receivers()), UdpDrops.NONE);
    }

    /**
     * Returns the drops so far at the sockets that receive a feed.
     *
     * @param addresses addresses on which the feed is received, by port
     * @param earlier previous readings, whose sockets of the application need no search
     */
    UdpDrops udpDrops(UdpFeed feed, Map<Integer, Set<InetAddress>> addresses, UdpDrops earlier) {
        List<SocketRow> rows = rows(proc, "net/udp", "net/udp6", true).stream()
                .filter(row -> addresses.containsKey(row.local().port()))
                .toList();
        Set<Long> own = earlier.inodes(Owner.APPLICATION).collect(Collectors.toSet());
        if (!rows.stream().allMatch(row -> own.contains(row.inode()))) {
            feed.processes().forEach(pid -> own.addAll(held(pid)));
            processes.processesOfGroups(Set.copyOf(feed.groups())).forEach(pid -> own.addAll(held(pid)));
        }
        return new UdpDrops(rows.stream()
                .flatMap(row -> owner(
                                row, own, addresses.getOrDefault(row.local().port(), Set.of()))
                        .stream()
                        .map(owner -> new UdpSocket(row.inode(), owner, row.dropped())))
                .toList());
    }

    /** Returns the owner of a socket; empty if it is unknown and the socket bound to an address other than the feed's. */
    private static Optional<Owner> owner(SocketRow row, Set<Long> own, Set<InetAddress> addresses) {
        if (own.contains(row.inode())) {
            return Optional.of(Owner.APPLICATION);
        }
        if (row.local().isAnyAddress(addresses)) {
            boolean group = addresses.stream().anyMatch(InetAddress::isMulticastAddress);
            return Optional.of(group ? Owner.FEED_ADDRESS : Owner.ANY_ADDRESS);
        }
        return row.local().isOneOf(addresses) ? Optional.of(Owner.FEED_ADDRESS) : Optional.empty();
    }

    /** Returns the addresses of receivers by port, as a sender reaches them. */
    static Map<Integer, Set<InetAddress>> addresses(List<Endpoint> receivers) {
        return receivers.stream()
                .collect(Collectors.groupingBy(
                        Endpoint::port,
                        Collectors.flatMapping(receiver -> addresses(receiver.host()).stream(), Collectors.toSet())));
    }

    /** Returns the addresses of a host, as a sender reaches them; none if it is unknown. */
    static Set<InetAddress> addresses(String host) {
        try {
            return Stream.of(InetAddress.getAllByName(host))
                    .map(address -> address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address)
                    .collect(Collectors.toSet());
        } catch (UnknownHostException unknown) {
            return Set.of();
        }
    }

    private Path folder(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    /** Returns the rows of two tables, without connections in state TIME_WAIT, which no process holds. */
    private List<SocketRow> rows(Path folder, String table, String table6, boolean datagrams) {
        List<SocketRow> rows = new ArrayList<>();
        for (String name : List.of(table, table6)) {
            boolean more = text.read(folder + "/" + name) && text.nextLine();
            for (; more; more = text.nextLine()) {
                SocketRow.parse(text, datagrams)
                        .filter(row -> datagrams || row.state() != TIME_WAIT)
                        .ifPresent(rows::add);
            }
        }
        return rows;
    }

    /** Returns the inodes of the sockets that a process holds. */
    public Set<Long> held(long pid) {
        Set<Long> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors =
                Files.newDirectoryStream(folder(pid).resolve("fd"))) {
            for (Path descriptor : descriptors) {
                addSocket(descriptor, inodes);
            }
        } catch (IOException othersOrEnded) {
            return inodes;
        }
        return inodes;
    }

    private static void addSocket(Path descriptor, Set<Long> inodes) {
        String target = target(descriptor);
        if (target.startsWith(SOCKET)) {
            inodes.add(Long.valueOf(target.substring(SOCKET.length(), target.length() - 1)));
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }

    /** Returns whether a process is in this process's network namespace. */
    public boolean isOurs(long pid) {
        Path name = Path.of("ns/net");
        try {
            return Files.readSymbolicLink(folder(pid).resolve(name))
                    .equals(Files.readSymbolicLink(proc.resolve("self").resolve(name)));
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Returns whether an address belongs to this host. */
    public static boolean isLocal(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Returns whether any process listens at an address of this host. */
    public boolean isListening(Endpoint at) {
        return !sockets(at).isEmpty();
    }

    /** Returns the processes that accept connections to an address of this host; none if they cannot be seen. */
    public List<Long> pidsListeningOn(Endpoint at) {
        Set<Long> sockets = sockets(at);
        return sockets.isEmpty() ? List.of() : holders(sockets);
    }

    /** Returns the inodes of the sockets bound to the address, which the kernel prefers, or else to all addresses. */
    private Set<Long> sockets(Endpoint at) {
        Set<InetAddress> addresses = addresses(at.host());
        List<SocketRow> listening = tcp().stream()
                .filter(row -> row.state() == SocketRow.LISTENING && row.local().port() == at.port())
                .toList();
        Set<Long> bound = inodes(listening, end -> end.isOneOf(addresses));
        return bound.isEmpty() ? inodes(listening, end -> end.isAnyAddress(addresses)) : bound;
    }

    private static Set<Long> inodes(List<SocketRow> rows, Predicate<SocketEnd> local) {
        return rows.stream()
                .filter(row -> local.test(row.local()))
                .map(SocketRow::inode)
                .collect(Collectors.toSet());
    }

    private List<Long> holders(Set<Long> sockets) {
        List<Long> holders = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                long pid = Long.parseLong(process.getFileName().toString());
                if (!Collections.disjoint(held(pid), sockets)) {
                    holders.add(pid);
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return holders;
    }

    /**
     * Row of {@code /proc/net/tcp}, {@code tcp6}, {@code udp} or {@code udp6} (proc(5),
     * Documentation/networking/proc_net_tcp).
     *
     * @param local end
     * @param remote end; port 0 if there is none
     * @param state the kernel's number of the state
     * @param unsent bytes written but not acknowledged
     * @param unread bytes received but not read
     * @param unanswered retransmissions of the oldest segment without an answer
     * @param inode the socket's inode, as in links of file descriptors
     * @param dropped datagrams; 0 for TCP
     */
    public record SocketRow(
            SocketEnd local,
            SocketEnd remote,
            int state,
            long unsent,
            long unread,
            long unanswered,
            long inode,
            long dropped) {
        public static final int ESTABLISHED = 1;
        public static final int LISTENING = 10;

        private static final int BEFORE_INODE = 2;
        private static final int BEFORE_DROPS = 2;

        /** Parses the current line; empty if it is not a complete row. */
        static Optional<SocketRow> parse(KernelText line, boolean datagrams) {
            SocketEnd local = line.nextWord() ? SocketEnd.parse(line) : null;
            SocketEnd remote = local == null ? null : SocketEnd.parse(line);
            if (local == null || remote == null) {
                return Optional.empty();
            }
            long state = line.nextWord() ? line.hexadecimal() : KernelText.NONE;
            long unsent = line.nextWord(':') ? line.hexadecimal() : KernelText.NONE;
            long unread = line.nextWord(':') ? line.hexadecimal() : KernelText.NONE;
            boolean unansweredFollows = line.skipWords(2); // after a timer
            long unanswered = unansweredFollows ? line.hexadecimal() : KernelText.NONE;
            long inode = line.skipWords(BEFORE_INODE) ? line.nextNumber() : KernelText.NONE;
            long dropped = datagrams && line.skipWords(BEFORE_DROPS) ? Math.max(0, line.nextNumber()) : 0;
            return Math.min(Math.min(state, unsent), Math.min(unread, Math.min(unanswered, inode))) < 0
                    ? Optional.empty()
                    : Optional.of(
                            new SocketRow(local, remote, (int) state, unsent, unread, unanswered, inode, dropped));
        }

        /**
         * End of a connection.
         *
         * @param high first half of the address, as the kernel lists it: words in host order
         * @param low second half. An address of IPv4 is mapped to IPv6
         * @param port 0 if there is none
         */
        public record SocketEnd(long high, long low, int port) {
            private static final int WORD = 8;
            private static final int MAX_PORT = 0xffff;
            private static final long MAPPED = ByteBuffer.allocate(Integer.BYTES)
                            .putInt(0, 0xffff)
                            .order(ByteOrder.nativeOrder())
                            .getInt(0)
                    & 0xffff_ffffL;

            /** Parses the next words of a line, such as {@code 0100007F:1F90}; null for anything else. */
            static @Nullable SocketEnd parse(KernelText line) {
                int digits = line.nextWord(':') ? line.wordLength() : 0;
                boolean valid = digits == WORD || digits == 4 * WORD;
                long high = 0;
                long low = MAPPED;
                for (int at = 0; at < digits && valid; at += WORD) {
                    long word = line.hexadecimal(at, at + WORD);
                    valid = word != KernelText.NONE;
                    high = high << Integer.SIZE | low >>> Integer.SIZE;
                    low = low << Integer.SIZE | word;
                }
                long port = line.nextWord(':') ? line.hexadecimal() : KernelText.NONE;
                return valid && port >= 0 && port <= MAX_PORT ? new SocketEnd(high, low, (int) port) : null;
            }

            /** Returns whether a socket bound to this end receives at all addresses, including one of the given ones. */
            boolean isAnyAddress(Set<InetAddress> addresses) {
                InetAddress local = inet().getAddress();
                return local.isAnyLocalAddress()
                        && (local instanceof Inet6Address
                                || addresses.stream().anyMatch(Inet4Address.class::isInstance));
            }

            boolean isOneOf(Set<InetAddress> addresses) {
                return addresses.contains(inet().getAddress());
            }

            /** Converts to a socket address. */
            public InetSocketAddress inet() {
                ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.nativeOrder());
                bytes.putInt((int) (high >>> Integer.SIZE)).putInt((int) high);
                bytes.putInt((int) (low >>> Integer.SIZE)).putInt((int) low);
                try {
                    return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
                } catch (UnknownHostException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
    }
}
