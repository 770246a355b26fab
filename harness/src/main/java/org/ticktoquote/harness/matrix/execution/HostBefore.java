package org.ticktoquote.harness.matrix.execution;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.host.audit.Audit;
import org.ticktoquote.harness.host.audit.Finding;
import org.ticktoquote.harness.host.audit.Profile;
import org.ticktoquote.harness.host.audit.Severity;
import org.ticktoquote.harness.host.source.LiveHost;

/** The host as it was just before a run: {@code host-audit.json} in the run's directory. */
final class HostBefore {
    static final String FILE = "host-audit.json";

    private static final Duration WATCHED = Duration.ofMillis(500);
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private HostBefore() {}

    /** Looks, writes, and refuses a host that is unfit for the profile for what an earlier run left on it. */
    static void record(String profile, Path directory) {
        Audit audit = Audit.of(new LiveHost(), Profile.valueOf(profile.toUpperCase(Locale.ROOT)), WATCHED);
        Path file = directory.resolve(FILE);
        try {
            JSON.writeValue(file.toFile(), audit);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
        String leftOver = audit.findings().stream()
                .filter(finding -> finding.item().equals("left-overs"))
                .filter(finding -> finding.severity() == Severity.UNFIT)
                .map(Finding::found)
                .collect(Collectors.joining(", "));
        if (!leftOver.isEmpty()) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT, "left over from an earlier run: " + leftOver + "; end them, or t2q host");
        }
    }
}
