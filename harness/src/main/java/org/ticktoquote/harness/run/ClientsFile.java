package org.ticktoquote.harness.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Instrument;

/** {@code clients.json}: what the clients are told of the run; their own template may say more about each session. */
final class ClientsFile {
    private ClientsFile() {}

    static Path in(Path runDirectory) {
        return runDirectory.resolve("clients.json");
    }

    static void write(Path file, RunPlan plan, long expectedSnapshots, List<Instrument> pairs, Endpoint fix) {
        Map<String, Object> content = Map.of(
                "run", plan.identity(),
                "connect", fix.host() + ":" + fix.port(),
                "sessions", plan.sessions(),
                "instruments",
                        pairs.stream()
                                .map(pair -> Map.of("id", pair.id(), "symbol", pair.symbol()))
                                .toList(),
                "echo",
                        Map.of(
                                "tag", plan.matching().tag(),
                                "transform", plan.matching().transform()),
                "expectedSnapshots", expectedSnapshots);
        try {
            Files.writeString(file, new JsonMapper().writeValueAsString(content));
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": cannot be written: " + e, e);
        }
    }

    /** At most one for each tick, measured or of the warm-up. */
    static long expectedSnapshots(RunPlan plan, ReplayerReady ready) {
        double warmUpS = plan.warmUp().maximumNs() / 1e9;
        return ready.ticks() + (long) (warmUpS * ready.peakPerSecond()) + 1_000;
    }
}
