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
import java.util.stream.Collectors;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;

/**
 * Finds the processes that listen at a TCP port of this host, from {@code /proc/net/tcp} and file descriptors (proc(5)).
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

    /** Returns whether any process listens at the port. */
    public boolean isListening(int port) {
        return !sockets(port).isEmpty();
    }

    /** Returns the processes that hold a listening socket of the port; none if they cannot be seen. */
    public List<Long> pidsListeningOn(int port) {
        Set<Long> sockets = sockets(port);
        return sockets.isEmpty() ? List.of() : holders(sockets);
    }

    private Set<Long> sockets(int port) {
        return tables.tcp().stream()
                .filter(row -> row.state() == SocketRow.LISTENING && row.local().port() == port)
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
