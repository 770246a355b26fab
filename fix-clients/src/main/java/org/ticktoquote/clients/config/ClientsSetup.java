package org.ticktoquote.clients.config;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.net.Endpoint;

/**
 * The one configuration of the process, resolved from plan, template and options; it holds no secret.
 *
 * @param run the identity of the run, for the journals
 * @param sessions in the order of their numbers, which are 0, 1, 2 ...
 * @param echo how snapshots name ticks
 * @param expectedSnapshots of each session; sizes the journals
 * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
 * @param ioThreads that all sessions share
 * @param trace whether every message is shown
 */
public record ClientsSetup(
        UUID run,
        List<SessionSetup> sessions,
        ClientsPlan.Echo echo,
        long expectedSnapshots,
        boolean forwardSnapshots,
        int ioThreads,
        boolean trace) {
    private static final int CPUS_PER_IO_THREAD = 4;
    private static final int MOST_IO_THREADS_BY_DEFAULT = 8;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ClientsSetup {
        sessions = List.copyOf(sessions);
    }

    /** How many I/O threads there are unless somebody says so: one for four CPUs, 1 to 8. */
    static int defaultIoThreads(int cpus) {
        return Math.max(1, Math.min(cpus / CPUS_PER_IO_THREAD, MOST_IO_THREADS_BY_DEFAULT));
    }

    /** Where the clients listen; empty where they connect. */
    public Optional<Endpoint> accepts() {
        return sessions.stream()
                .map(SessionSetup::address)
                .filter(SessionSetup.SessionAddress::accepts)
                .map(SessionSetup.SessionAddress::endpoint)
                .findFirst();
    }

    /** Writes the record of what this process was asked to do. */
    public void write(Path file) {
        FileAccess.write(file, () -> Files.writeString(file, JSON.writeValueAsString(this) + "\n"));
    }
}
