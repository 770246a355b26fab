package org.ticktoquote.host.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.sockets.SocketTables.SocketRow.SocketEnd;

/**
 * Finds the processes that listen at a TCP address of this host, from {@code /proc/net/tcp} and file descriptors (proc(5)).
 * Finds this user's processes, or all as root.
 */
public final class ListeningProcess {
    private final Path proc;
    private final SocketTables tables;

    public ListeningProcess() {
        this(Path.of("/proc"));
    }

    /** Creates a finder for another root of procfs. */
    ListeningProcess(Path proc) {
        this.proc = proc;
        this.tables = new SocketTables(proc);
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
        Set<InetAddress> addresses = SocketTables.addresses(at.host());
        List<SocketRow> listening = tables.tcp().stream()
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
                if (!Collections.disjoint(tables.held(pid), sockets)) {
                    holders.add(pid);
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return holders;
    }
}
