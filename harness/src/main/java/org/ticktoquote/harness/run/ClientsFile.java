package org.ticktoquote.harness.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Instrument;

/** {@code clients.json}: what the clients are given of the run; their own template may say more about each session. */
final class ClientsFile {
    private ClientsFile() {}

    static Path in(Path runDirectory) {
        return runDirectory.resolve("clients.json");
    }

    /** @param fix where they connect; empty where the application does */
    static void write(Path file, RunPlan plan, long expectedSnapshots, List<Instrument> pairs, Optional<Endpoint> fix) {
        Map<String, Object> content = new TreeMap<>(Map.of(
                "run", plan.identity(),
                "sessions", plan.sessions().count(),
                "instruments",
                        pairs.stream()
                                .map(pair -> Map.of("id", pair.id(), "symbol", pair.symbol()))
                                .toList(),
                "echo",
                        Map.of(
                                "tag", plan.declared().matching().tag(),
                                "transform", plan.declared().matching().transform()),
                "expectedSnapshots", expectedSnapshots));
        fix.ifPresent(where -> content.put("connect", where.toString()));
        FileAccess.write(file, () -> WholeFile.write(file, new JsonMapper().writeValueAsString(content)));
    }

    /** At most one for each tick, measured or of the warm-up. */
    static long expectedSnapshots(RunPlan plan, ReplayerReady ready) {
        double warmUpS = plan.timing().warmUp().maximumNs() / 1e9;
        return ready.window().ticks() + (long) (warmUpS * ready.peaks().peakPerSecond()) + 1_000;
    }
}
