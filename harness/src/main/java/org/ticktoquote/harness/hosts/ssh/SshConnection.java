package org.ticktoquote.harness.hosts.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;

/**
 * Connection to another host to query it before a run. Only t2q's jar stays on the host.
 *
 * @param disconnect restores the host and closes the connection
 */
public record SshConnection(HostOperations operations, Runnable disconnect) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SshConnection.class);

    /**
     * Connects to a host.
     *
     * @throws ProblemException naming the host, if it cannot be reached or lacks a requirement
     */
    public static SshConnection open(InventoryHost host) {
        try {
            Path logs = Files.createTempDirectory("t2q-survey-");
            Path log = RemoteHost.log(host, logs);
            logs.toFile().deleteOnExit(); // an interruption can skip the disconnect
            log.toFile().deleteOnExit();
            try {
                RemoteHost there = RemoteHost.open(host, "survey-" + logs.getFileName(), logs);
                return new SshConnection(there.operations(), () -> {
                    there.discard();
                    remove(logs, log);
                });
            } catch (RuntimeException unreachable) {
                remove(logs, log);
                throw unreachable;
            }
        } catch (IOException e) {
            throw Problem.ofFault("the temporary file cannot be created: " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    @Override
    public void close() {
        disconnect.run();
    }

    private static void remove(Path logs, Path log) {
        try {
            Files.deleteIfExists(log);
            Files.deleteIfExists(logs);
        } catch (IOException e) {
            LOG.info("{} was not removed: {}", logs, IoReason.of(e));
        }
    }
}
