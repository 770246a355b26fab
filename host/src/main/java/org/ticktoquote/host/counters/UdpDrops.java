package org.ticktoquote.host.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Datagrams that the kernel dropped at the sockets of one local port, from {@code /proc/net/udp} and {@code udp6}: the
 * last column, written since Linux 2.6.27.
 */
public final class UdpDrops {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/udp"), Path.of("/proc/net/udp6"));
    private static final int LOCAL_ADDRESS = 1;

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
                .skip(1)
                .map(line -> line.trim().split("\\s+", -1))
                .filter(row -> row.length > LOCAL_ADDRESS && port(row[LOCAL_ADDRESS]) == port)
                .mapToLong(row -> Long.parseLong(row[row.length - 1]))
                .sum();
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }
}
