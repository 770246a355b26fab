package org.ticktoquote.harness.matrix.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.ssh.SshConnection;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.run.Preflight;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.audit.HostAudit.Readiness;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.source.LiveHost;

/**
 * State of the hosts just before a run: {@code host-audit.json} of this host in the run's directory, and {@code
 * host-audit-NAME.json} of every other host of the run.
 */
final class PreRunAudit {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private PreRunAudit() {}

    /** Writes the state of all hosts. Refuses a host with processes of an earlier run, or with too little disk space. */
    static void record(RunPlan plan, Preflight preflight, ReplayerProtocol.Checked input) {
        Path directory = plan.directory().path();
        Readiness here = Readiness.of(new LiveHost(), plan.profile(), directory);
        write(plan.identity(), here.audit(), directory.resolve("host-audit.json"));
        requireClean(here, "");
        for (InventoryHost host : plan.hosts().hosts()) {
            if (!host.local()) {
                Readiness there = audit(host, plan.profile());
                write(plan.identity(), there.audit(), directory.resolve("host-audit-" + host.name() + ".json"));
                requireClean(there, "host " + host.name() + ": ");
                preflight.requireRoom(
                        there.usableBytes(),
                        input,
                        plan.hosts().threadOwners(host),
                        "host " + host.name() + ": " + host.directory());
            }
        }
    }

    private static Readiness audit(InventoryHost host, String profile) {
        try (SshConnection visit = SshConnection.open(host)) {
            return visit.operations().readiness(profile);
        }
    }

    private static void write(UUID run, JsonNode audit, Path file) {
        FileAccess.write(file, () -> {
            ObjectNode content = JSON.createObjectNode().put("identity", run.toString());
            content.setAll((ObjectNode) audit);
            JSON.writeValue(file.toFile(), content);
        });
    }

    private static void requireClean(Readiness host, String where) {
        if (!host.leftOvers().isEmpty()) {
            throw Problem.ofFault(where + "left over from an earlier run: " + host.leftOvers()
                            + "; stop them, or see t2q host")
                    .exception(ExitStatus.ENVIRONMENT);
        }
    }

    /**
     * Returns an objection if the host no longer meets the case's requirements, for example after another kernel was booted.
     * Empty for an unreachable host, because the run reports the reason.
     */
    static Optional<String> problem(ResolvedCase.Ready cell) {
        try {
            return cell.testCase().host().equals(HostRequirement.NONE)
                    ? Optional.empty()
                    : cell.problem(sheet(cell.host()));
        } catch (ProblemException unreachable) {
            return Optional.empty();
        }
    }

    private static HostProperties sheet(InventoryHost host) {
        if (host.local()) {
            return HostProperties.of(new LiveHost());
        }
        try (SshConnection visit = SshConnection.open(host)) {
            return visit.operations().sheet();
        }
    }
}
