package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.clients.ClientsCommand;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import picocli.CommandLine;

/** {@code t2q clients} as a peer, with a plan of its sessions and access to their journals. */
final class T2qClients {
    private T2qClients() {}

    /** @param arguments options of {@code t2q clients}, which ends at the end of its input */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ClientsCommand()).execute(arguments));
    }

    static Path plan(Path run, int sessions, int port) throws IOException {
        Files.createDirectories(run);
        return Files.writeString(
                run.resolve("clients.json"),
                "{\"connect\": \"127.0.0.1:" + port + "\", \"sessions\": " + sessions
                        + ", \"expectedSnapshots\": 200000, \"echo\": {\"tag\": 278, \"transform\": \"decimal\"},"
                        + " \"instruments\": [{\"id\": 0, \"symbol\": \"EUR/USD\"}]}");
    }

    /** Returns the last minus the first arrival of each tick in a range, in ns, ascending. */
    static List<Long> skews(Path run, int sessions, int fromTick, int toTick) {
        List<long[]> arrivals = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            arrivals.add(arrivals(run.resolve(String.format(Locale.ROOT, "quotes-%02d.journal", session))));
        }
        List<Long> skews = new ArrayList<>();
        for (int tick = fromTick; tick < toTick; tick++) {
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (long[] each : arrivals) {
                first = Math.min(first, each[tick]);
                last = Math.max(last, each[tick]);
            }
            skews.add(last - first);
        }
        skews.sort(null);
        return skews;
    }

    private static long[] arrivals(Path journal) {
        List<Long> received = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA)) {
            SnapshotRecord record = new SnapshotRecord(new UnsafeBuffer(0, 0), 0);
            while (reader.next()) {
                record.wrap(reader);
                if (record.kind() == SnapshotRecord.SNAPSHOT) {
                    received.add(record.receivedNs());
                }
            }
        }
        return received.stream().mapToLong(Long::longValue).toArray();
    }
}
