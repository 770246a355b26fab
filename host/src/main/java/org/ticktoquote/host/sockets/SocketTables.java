package org.ticktoquote.host.sockets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The sockets of a network namespace, and which of them a process holds; nothing where they cannot be seen. */
public final class SocketTables {
    private static final String SOCKET = "socket:[";

    private final Path proc;

    /** @param proc where the kernel shows processes */
    public SocketTables(Path proc) {
        this.proc = proc;
    }

    /** TCP sockets of our own network namespace. */
    public List<SocketRow> tcp() {
        return tcp(proc);
    }

    /** TCP sockets of a process's network namespace. */
    public List<SocketRow> tcp(long pid) {
        return tcp(folder(pid));
    }

    private static List<SocketRow> tcp(Path folder) {
        return rows(folder, "net/tcp", "net/tcp6", false);
    }

    /** UDP sockets of a process's network namespace. */
    public List<SocketRow> udp(long pid) {
        return rows(folder(pid), "net/udp", "net/udp6", true);
    }

    private Path folder(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    private static List<SocketRow> rows(Path folder, String table, String table6, boolean datagrams) {
        List<SocketRow> rows = new ArrayList<>();
        for (String name : List.of(table, table6)) {
            text(folder.resolve(name))
                    .lines()
                    .forEach(line -> SocketRow.parse(line, datagrams).ifPresent(rows::add));
        }
        return rows;
    }

    /** Without IPv6, and of a process that has ended, there is none. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException absent) {
            return "";
        }
    }

    /** The inodes of the sockets that a process holds. */
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

    /** Whether a process is in our own network namespace. */
    public boolean isOurs(long pid) {
        Path name = Path.of("ns/net");
        try {
            return Files.readSymbolicLink(folder(pid).resolve(name))
                    .equals(Files.readSymbolicLink(proc.resolve("self").resolve(name)));
        } catch (IOException unknown) {
            return false;
        }
    }
}
