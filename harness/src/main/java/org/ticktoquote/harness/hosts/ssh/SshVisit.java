package org.ticktoquote.harness.hosts.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.HostVisit;
import org.ticktoquote.harness.hosts.InventoryHost;

/** Reaches another host to ask what it is and has; it is left as it was found, but for our jar. */
public final class SshVisit {
    private static final Logger LOG = LoggerFactory.getLogger(SshVisit.class);

    private SshVisit() {}

    /**
     * Reaches a host.
     *
     * @throws Refusal naming the host when it cannot be reached, or lacks something
     */
    public static HostVisit open(InventoryHost host) {
        try {
            Path logs = Files.createTempDirectory("t2q-survey-");
            Path log = HostSession.log(host, logs);
            logs.toFile().deleteOnExit(); // interrupted, nobody closes this
            log.toFile().deleteOnExit();
            try {
                HostSession session = HostSession.open(host, "survey-" + logs.getFileName(), logs);
                return new HostVisit(session.agent().operations(), () -> {
                    session.leave();
                    remove(logs, log);
                });
            } catch (RuntimeException unreachable) {
                remove(logs, log);
                throw unreachable;
            }
        } catch (IOException e) {
            throw Problem.ofFault("no temporary file can be written: " + IoReason.of(e))
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static void remove(Path logs, Path log) {
        try {
            Files.deleteIfExists(log);
            Files.deleteIfExists(logs);
        } catch (IOException e) {
            LOG.info("{} stays: {}", logs, IoReason.of(e));
        }
    }
}
