package org.ticktoquote.harness.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.remote.DeputyOrders.Chosen;
import org.ticktoquote.harness.remote.DeputyOrders.Profiled;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.remote.DeputyOrders.Wanted;
import org.ticktoquote.harness.site.Survey;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.audit.Readiness;
import org.ticktoquote.host.need.HostSheet;

/**
 * Asks another host what it is and has; it is left as it was found, but for our jar. Every question refuses when the host
 * cannot be reached any more. Used by one thread.
 */
public final class RemoteSurvey implements Survey {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteSurvey.class);

    private final Map<String, Path> given;
    private final Path logs;
    private final Path log;
    private final Foothold foothold;
    private final Deputy deputy;

    private RemoteSurvey(Map<String, Path> given, Path logs, Path log, Foothold foothold) {
        this.given = given;
        this.logs = logs;
        this.log = log;
        this.foothold = foothold;
        this.deputy = foothold.deputy();
    }

    /**
     * Reaches a host.
     *
     * @param given home or executable there by the name of the profile that the user gave it for
     * @throws Refusal naming the host when it cannot be reached, or lacks something
     */
    public static RemoteSurvey open(InventoryHost host, Map<String, Path> given) {
        try {
            Path logs = Files.createTempDirectory("t2q-survey-");
            Path log = Foothold.log(host, logs);
            logs.toFile().deleteOnExit(); // interrupted, nobody closes this
            log.toFile().deleteOnExit();
            try {
                return new RemoteSurvey(given, logs, log, Foothold.gain(host, "survey-" + logs.getFileName(), logs));
            } catch (RuntimeException unreachable) {
                remove(logs, log);
                throw unreachable;
            }
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "no temporary file can be written: " + e, e);
        }
    }

    private static void remove(Path logs, Path log) {
        try {
            Files.deleteIfExists(log);
            Files.deleteIfExists(logs);
        } catch (IOException e) {
            LOG.info("{} stays: {}", logs, e.toString());
        }
    }

    @Override
    public HostSheet sheet() {
        return new HostSheet(deputy.ask(DeputyOrders.SHEET, Values.class).values());
    }

    /** What it is like before a run of a profile. */
    public Readiness readiness(String profile) {
        return deputy.ask(DeputyOrders.READINESS, new Profiled(profile), Readiness.class);
    }

    @Override
    public JvmChoice jvm(JvmProfile profile, int leastFeature) {
        Path path = given.get(profile.name());
        Wanted wanted = new Wanted(profile, path == null ? "" : path.toString(), leastFeature);
        Chosen chosen = deputy.ask(DeputyOrders.JVM_CHOICE, wanted, Chosen.class);
        return new JvmChoice(Optional.ofNullable(chosen.jvm()), chosen.reason());
    }

    @Override
    public Optional<String> objection(Path java, List<String> flags) {
        return foothold.objection(java, flags);
    }

    @Override
    public Optional<String> objection(ThreadChoice threads, Set<Party> parties) {
        return foothold.objection(threads, parties);
    }

    @Override
    public void close() {
        foothold.leave();
        remove(logs, log);
    }
}
