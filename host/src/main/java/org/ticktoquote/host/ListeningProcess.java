package org.ticktoquote.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whose process takes connections at a TCP port of this host, from {@code /proc/net/tcp} and the descriptors of processes
 * (proc(5)): those of this user, of anybody for root.
 */
public final class ListeningProcess {
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";

    private final Path proc;

    /** Of this host. */
    public ListeningProcess() {
        this(Path.of("/proc"));
    }

    /** Of a tree of the same form. */
    ListeningProcess(Path proc) {
        this.proc = proc;
    }

    /** Whether an address is one of this host. */
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

    /** Whether anybody takes connections at the port. */
    public boolean anybodyAt(int port) {
        return !sockets(port).isEmpty();
    }

    /** The processes that hold a listening socket of the port; none where they cannot be seen. */
    public List<Long> at(int port) {
        Set<String> sockets = sockets(port);
        return sockets.isEmpty() ? List.of() : holders(sockets);
    }

    private Set<String> sockets(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            lines(proc.resolve(table)).forEach(line -> addSocket(line, port, sockets));
        }
        return sockets;
    }

    private static void addSocket(String line, int port, Set<String> sockets) {
        String[] fields = line.trim().split("\\s+", -1);
        if (fields.length > INODE && fields[STATE].equals(LISTENING)) {
            String local = fields[LOCAL_ADDRESS];
            if (Integer.parseInt(local.substring(local.lastIndexOf(':') + 1), 16) == port) {
                sockets.add("socket:[" + fields[INODE] + "]");
            }
        }
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException absent) {
            return List.of();
        }
    }

    private List<Long> holders(Set<String> sockets) {
        List<Long> holders = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process.resolve("fd"), sockets)) {
                    holders.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (IOException unreadable) {
            return List.of();
        }
        return holders;
    }

    private static boolean holds(Path descriptors, Set<String> sockets) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : all) {
                if (isOneOf(descriptor, sockets)) {
                    return true;
                }
            }
        } catch (IOException othersOrEnded) {
            return false;
        }
        return false;
    }

    private static boolean isOneOf(Path descriptor, Set<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException closed) {
            return false;
        }
    }
}
