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
 * Resolved configuration of the process, from plan, template and options. Contains no secret.
 *
 * @param run identity of the run, for the journals
 * @param sessions session setups, numbered 0, 1, 2 ... in list order
 * @param echo tag and format of tick ids in snapshots
 * @param expectedSnapshots expected number per session; sizes the journals
 * @param forwardSnapshots true if QuickFIX/J parses the snapshots, too
 * @param ioThreads number of threads that all sessions share
 * @param trace true to trace every message
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
    private static final int MAX_IO_THREADS_BY_DEFAULT = 8;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public ClientsSetup {
        sessions = List.copyOf(sessions);
    }

    /** Returns the default number of I/O threads: one per four CPUs, 1 to 8. */
    static int defaultIoThreads(int cpus) {
        return Math.max(1, Math.min(cpus / CPUS_PER_IO_THREAD, MAX_IO_THREADS_BY_DEFAULT));
    }

    /** Returns the address at which the clients listen; empty if they connect. */
    public Optional<Endpoint> accepts() {
        return sessions.stream()
                .map(SessionSetup::address)
                .filter(SessionSetup.SessionAddress::accepts)
                .map(SessionSetup.SessionAddress::endpoint)
                .findFirst();
    }

    /** Writes this configuration as JSON. */
    public void write(Path file) {
        FileAccess.write(file, () -> Files.writeString(file, JSON.writeValueAsString(this) + "\n"));
    }
}
