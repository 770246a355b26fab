package org.ticktoquote.host.sockets;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.AuditSource;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.host.source.Reading;

/** What the host counts; one process of a run is enough to write it down. */
public final class HostCounters implements AuditSource {
    @Override
    public void read(ObjLongConsumer<String> to) {
        to.accept(AuditSample.STOLEN_TICKS, CpuSteal.read().steal());
        ProtocolCounters network = ProtocolCounters.read();
        to.accept(AuditSample.UDP_RECEIVE_ERRORS, network.sum("Udp.InErrors", "Udp6InErrors"));
        to.accept(AuditSample.UDP_BUFFER_ERRORS, network.sum("Udp.RcvbufErrors", "Udp6RcvbufErrors"));
        to.accept(AuditSample.TCP_RETRANSMITS, network.sum("Tcp.RetransSegs"));
        to.accept(AuditSample.TCP_ZERO_WINDOWS, network.sum("TcpExt.TCPToZeroWindowAdv"));
    }

    /**
     * The network counters of this host, or of this network namespace, since it began: {@code /proc/net/snmp}, {@code netstat}
     * and {@code snmp6}.
     */
    static final class ProtocolCounters {
        private static final List<Path> TABLES = List.of(Path.of("/proc/net/snmp"), Path.of("/proc/net/netstat"));
        private static final Path TABLE6 = Path.of("/proc/net/snmp6");

        private final Map<String, Long> values = new HashMap<>();

        private ProtocolCounters() {}

        /** All counters now, by names such as {@code Tcp.RetransSegs} and {@code Udp6InErrors}; absent files give none. */
        static ProtocolCounters read() {
            String pairs = TABLES.stream().map(Reading::textOf).collect(Collectors.joining());
            return parse(pairs, Reading.textOf(TABLE6));
        }

        static ProtocolCounters parse(String pairs, String lines) {
            ProtocolCounters counters = new ProtocolCounters();
            counters.addPairs(pairs);
            counters.addLines(lines);
            return counters;
        }

        /** Two lines for each protocol: names, then values. */
        private void addPairs(String table) {
            List<String> lines = table.lines().toList();
            for (int i = 0; i + 1 < lines.size(); i += 2) {
                String[] names = lines.get(i).split(" ", -1);
                String[] numbers = lines.get(i + 1).split(" ", -1);
                String protocol = names[0].replace(":", ".");
                for (int column = 1; column < Math.min(names.length, numbers.length); column++) {
                    values.put(protocol + names[column], Long.parseLong(numbers[column]));
                }
            }
        }

        private void addLines(String table) {
            table.lines()
                    .map(line -> line.trim().split("\\s+", -1))
                    .filter(words -> words.length == 2)
                    .forEach(words -> values.put(words[0], Long.parseLong(words[1])));
        }

        /** The sum of these counters; absent ones are 0. */
        long sum(String... names) {
            return List.of(names).stream()
                    .mapToLong(name -> values.getOrDefault(name, 0L))
                    .sum();
        }
    }

    /**
     * What a host counted since its boot.
     *
     * @param steal of processor time
     * @param udpDrops at one port; 0 where no port was asked for
     */
    public record HostCount(CpuSteal steal, long udpDrops) {}
}
