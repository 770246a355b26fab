package org.ticktoquote.host.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.host.sockets.SocketRow;

/**
 * Datagrams that the kernel dropped at the sockets of one local port, from {@code /proc/net/udp} and {@code udp6}: the
 * last column, written since Linux 2.6.27.
 */
public final class UdpDrops {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));

    private UdpDrops() {}

    /** Drops so far over all sockets bound to the port. */
    public static long at(int port) {
        return TABLES.stream().mapToLong(table -> count(table, port)).sum();
    }

    private static long count(Path table, int port) {
        try {
            return count(Files.readString(table), port);
        } catch (IOException absent) {
            return 0;
        }
    }

    static long count(String table, int port) {
        return table.lines()
                .flatMap(line -> SocketRow.parse(line, true).stream())
                .filter(row -> row.local().port() == port)
                .mapToLong(SocketRow::dropped)
                .sum();
    }
}
