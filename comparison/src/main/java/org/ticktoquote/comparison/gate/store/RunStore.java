package org.ticktoquote.comparison.gate.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunReader;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Copies of the small files of runs ({@code run.json}, {@code summary.json}, {@code statistics.json}), so that a gate does
 * not depend on directories that can be removed. Each file keeps its checksum.
 */
final class RunStore {
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
            OwnerPermissions.restrictDirectory(here.path());
            copy(there.manifest(), here.manifest());
            copy(there.summary(), here.summary());
            copy(there.statistics(), here.statistics()); // last, as a marker that the others are complete
        });
    }

    private static void copy(Path from, Path to) throws IOException {
        AtomicFile.write(to, Files.readString(RegularFile.require(from)));
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
        return RunReader.read(run.name(), path).standing(run.standing(), run.why());
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
