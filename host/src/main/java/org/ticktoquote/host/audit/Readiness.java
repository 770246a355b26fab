package org.ticktoquote.host.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.source.Host;

/**
 * A host at the moment before a run.
 *
 * @param audit everything that was found
 * @param leftOvers processes and locks of an earlier run that make it unfit; empty when there are none
 * @param usableBytes on the disk of the folder that the run will write to
 */
public record Readiness(JsonNode audit, String leftOvers, long usableBytes) {
    private static final Duration WATCHED = Duration.ofMillis(500);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Looks, for half a second; changes nothing. */
    public static Readiness of(Host host, String profile, Path folder) {
        HostAudit audit = HostAudit.of(host, Profile.valueOf(profile.toUpperCase(Locale.ROOT)), WATCHED);
        String leftOvers = audit.findings().stream()
                .filter(finding -> finding.item().equals(ProcessItems.LEFT_OVERS))
                .filter(finding -> finding.severity() == Severity.UNFIT)
                .map(Finding::found)
                .collect(Collectors.joining(", "));
        return new Readiness(JSON.valueToTree(audit), leftOvers, usableBytes(folder));
    }

    private static long usableBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw Problem.of(folder).fault("its disk cannot be asked", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }
}
