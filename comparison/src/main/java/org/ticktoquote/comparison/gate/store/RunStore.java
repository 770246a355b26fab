package org.ticktoquote.comparison.gate.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.Seal;

/**
 * Copies of the small files of runs ({@code run.json}, {@code summary.json}, {@code statistics.json}), so that a gate does
 * not depend on directories that can be removed. Each file keeps its checksum.
 */
final class RunStore {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String LEVELS = "serviceLevels";

    private final Path folder;

    RunStore(Path folder) {
        this.folder = folder;
    }

    /** Copies a run unless it is already stored. */
    void keep(GatedRun run) {
        Path from = run.directory();
        if (from == null || !run.measured()) {
            return;
        }
        RunDirectory there = new RunDirectory(from);
        RunDirectory here = new RunDirectory(folder.resolve(run.id()));
        if (Files.exists(here.statistics())) {
            return;
        }
        FileAccess.write(here.path(), () -> {
            Files.createDirectories(here.path());
            OwnerPermissions.restrict(here.path());
            copy(there.manifest(), here.manifest());
            copy(there.summary(), here.summary());
            copy(there.statistics(), here.statistics()); // last, as a marker that the others are complete
        });
    }

    /** Adds the states of service levels that the copy of a stored run has not decided. */
    void refresh(GatedRun run) {
        Path from = run.directory();
        RunDirectory here = new RunDirectory(folder.resolve(run.id()));
        if (from != null && run.measured() && Files.exists(here.statistics())) {
            FileAccess.write(here.path(), () -> addLevels(new RunDirectory(from).summary(), here.summary()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        AtomicFile.write(to, Files.readString(RegularFile.require(from)));
    }

    /** A run can be analysed for further levels later; a decided level stays, so that a FAIL stays a FAIL. */
    private static void addLevels(Path from, Path to) throws IOException {
        Summary.requireSealed(to);
        ObjectNode stored = (ObjectNode) JSON.readTree(Files.readString(RegularFile.require(to)));
        Map<String, JsonNode> levels = new LinkedHashMap<>();
        stored.path(LEVELS).forEach(level -> levels.put(level.path("level").asText(), level));
        JSON.readTree(Files.readString(RegularFile.require(from)))
                .path(LEVELS)
                .forEach(level -> levels.merge(
                        level.path("level").asText(),
                        level,
                        (old, other) -> old.path("state").asText().equals(LevelState.UNDECIDED.word()) ? other : old));
        ArrayNode all = JSON.createArrayNode().addAll(levels.values());
        if (!all.equals(stored.path(LEVELS)) && !levels.isEmpty()) {
            stored.set(LEVELS, all);
            stored.remove("sha256");
            AtomicFile.write(to, Seal.put(stored.toPrettyString()));
        }
    }

    /** Returns whether the files of a run are stored. */
    boolean has(StoredRun run) {
        return run.measured() && Files.exists(new RunDirectory(folder.resolve(identity(run.id()))).statistics());
    }

    GatedRun read(StoredRun run) {
        if (!run.measured()) {
            return GatedRun.unmeasured(run.name(), run.startedAt(), run.standing(), run.why());
        }
        Path path = folder.resolve(identity(run.id()));
        if (!Files.isDirectory(path)) {
            throw Problem.of(path)
                    .fault("run " + run.name() + " of an earlier gate is missing; the gate cannot continue without it")
                    .exception(ExitStatus.BAD_INPUT);
        }
        GatedRun stored = GatedRun.read(run.name(), path);
        return stored.standing() == run.standing() ? stored : stored.standing(run.standing(), run.why());
    }

    /** Validates an id from a file, so that it cannot lead to another folder. */
    private static String identity(String id) {
        try {
            return UUID.fromString(id).toString();
        } catch (IllegalArgumentException e) {
            throw Problem.ofValue(id).fault("is not a run id").exception(ExitStatus.BAD_INPUT, e);
        }
    }

    List<GatedRun> read(List<StoredRun> runs) {
        return runs.stream().map(this::read).toList();
    }
}
