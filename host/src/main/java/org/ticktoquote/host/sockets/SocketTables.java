package org.ticktoquote.host.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import org.ticktoquote.host.sockets.SocketTables.SocketRow;
import org.ticktoquote.host.source.Reading;

/** Sockets of a network namespace and of processes; empty if they cannot be seen. */
public final class SocketTables {
    private static final String SOCKET = "socket:[";
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));

    private final Path proc;

    /** @param proc mount point of procfs */
    public SocketTables(Path proc) {
        this.proc = proc;
    }

    /** Returns the TCP sockets of this process's network namespace. */
    public List<SocketRow> tcp() {
        return tcp(proc);
    }

    /** Returns the TCP sockets of a process's network namespace. */
    public List<SocketRow> tcp(long pid) {
        return tcp(folder(pid));
    }

    private static List<SocketRow> tcp(Path folder) {
        return rows(folder, "net/tcp", "net/tcp6", false);
    }

    /** Returns the UDP sockets of a process's network namespace. */
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

    /** Returns an empty text without IPv6 or if the process has ended. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException absent) {
            return "";
        }
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

    /**
     * Row of {@code /proc/net/tcp}, {@code tcp6}, {@code udp} or {@code udp6} (proc(5),
     * Documentation/networking/proc_net_tcp).
     *
     * @param local end
     * @param remote end; port 0 if there is none
     * @param state the kernel's number
     * @param unsent bytes written but not acknowledged
     * @param unread bytes received but not read
     * @param unanswered retransmissions of the oldest segment without an answer
     * @param inode of the socket, as in descriptors
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

        private static final int HEX = 16;
        private static final int FIELDS_BEFORE_INODE = 2;
        private static final int FIELDS_BEFORE_DROPS = 2;

        /** Parses a line; empty for headings, truncated lines and anything else. */
        public static Optional<SocketRow> parse(String line, boolean datagrams) {
            StringTokenizer fields = new StringTokenizer(line);
            if (fields.countTokens() < 10) {
                return Optional.empty();
            }
            try {
                fields.nextToken(); // position in the table
                SocketEnd local = SocketEnd.parse(fields.nextToken());
                SocketEnd remote = SocketEnd.parse(fields.nextToken());
                int state = Integer.parseInt(fields.nextToken(), HEX);
                String queues = fields.nextToken();
                int colon = queues.indexOf(':');
                long unsent = Long.parseLong(queues, 0, Math.max(0, colon), HEX);
                long unread = Long.parseLong(queues, colon + 1, queues.length(), HEX);
                fields.nextToken(); // a timer
                long unanswered = Long.parseLong(fields.nextToken(), HEX);
                skip(fields, FIELDS_BEFORE_INODE);
                long inode = Long.parseLong(fields.nextToken());
                long dropped = 0;
                if (datagrams) {
                    skip(fields, FIELDS_BEFORE_DROPS);
                    dropped = fields.hasMoreTokens() ? Long.parseLong(fields.nextToken()) : 0;
                }
                return Optional.of(new SocketRow(local, remote, state, unsent, unread, unanswered, inode, dropped));
            } catch (IllegalArgumentException noRow) {
                return Optional.empty();
            }
        }

        private static void skip(StringTokenizer fields, int count) {
            for (int i = 0; i < count && fields.hasMoreTokens(); i++) {
                fields.nextToken();
            }
        }

        /**
         * End of a connection.
         *
         * @param address as listed by the kernel: hexadecimal words in host order; IPv4-mapped addresses are shortened to
         * IPv4
         * @param port from 0
         */
        public record SocketEnd(String address, int port) {
            private static final String MAPPED = words(
                    ByteBuffer.allocate(12).putInt(0).putInt(0).putInt(0xffff).array());
            private static final int HEX = 16;
            private static final int WORD = 8;

            /** Parses {@code 0100007F:1F90}; throws {@link IllegalArgumentException} for anything else. */
            static SocketEnd parse(String text) {
                int colon = text.indexOf(':');
                if (colon != WORD && colon != 4 * WORD) {
                    throw new IllegalArgumentException("no address: " + text);
                }
                int port = Integer.parseInt(text, colon + 1, text.length(), HEX);
                String address = text.substring(0, colon);
                return new SocketEnd(address.startsWith(MAPPED) ? address.substring(MAPPED.length()) : address, port);
            }

            private static String words(byte[] address) {
                ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
                StringBuilder text = new StringBuilder();
                while (words.hasRemaining()) {
                    text.append(String.format(Locale.ROOT, "%08X", words.getInt()));
                }
                return text.toString();
            }

            /** Converts to a socket address. */
            public InetSocketAddress inet() {
                ByteBuffer bytes = ByteBuffer.allocate(address.length() / 2).order(ByteOrder.nativeOrder());
                for (int at = 0; at < address.length(); at += WORD) {
                    bytes.putInt(Integer.parseUnsignedInt(address, at, at + WORD, HEX));
                }
                try {
                    return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
                } catch (UnknownHostException impossible) {
                    throw new IllegalArgumentException(address, impossible);
                }
            }
        }
    }

    /** Returns the drops so far of all UDP sockets bound to the port. */
    public static long udpDrops(int port) {
        return TABLES.stream()
                .mapToLong(table -> udpDrops(Reading.textOf(table), port))
                .sum();
    }

    static long udpDrops(String table, int port) {
        return table.lines()
                .flatMap(line -> SocketRow.parse(line, true).stream())
                .filter(row -> row.local().port() == port)
                .mapToLong(SocketRow::dropped)
                .sum();
    }
}
