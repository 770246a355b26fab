package org.ticktoquote.harness.matrix.execution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.host.placement.ThreadChoice;

/**
 * Plans of {@code threads: managed}, in files {@code plan-KEY.yaml} of a matrix. The first run makes the plan; later runs
 * with the same application, host and JVM use it.
 */
final class CasePlans {
    private static final List<String> APPLICATION = List.of("app", "app-args", "attach");
    private static final int KEY_DIGITS = 16;

    private final Path folder;

    CasePlans(Path matrix) {
        this.folder = matrix;
    }

    /** Returns the choice for the next run of a case; refuses a plan that cannot be read. */
    ThreadChoice choice(ResolvedCase.Ready cell) {
        ThreadChoice threads = cell.testCase().placement();
        Path plan = file(cell);
        if (!threads.isToBeMade() || !Files.exists(plan)) {
            return threads;
        }
        return ThreadChoice.ofPlan(threads.name(), YamlFile.text(plan));
    }

    /** Keeps the plan that a run of the case made, if any. */
    void keep(ResolvedCase.Ready cell, RunDirectory run) {
        if (!cell.testCase().placement().isToBeMade() || !Files.exists(run.threadPlan()) || Files.exists(file(cell))) {
            return;
        }
        FileAccess.write(file(cell), () -> AtomicFile.write(file(cell), Files.readString(run.threadPlan())));
    }

    private Path file(ResolvedCase.Ready cell) {
        String like = Stream.concat(
                        APPLICATION.stream()
                                .map(key -> cell.testCase().run().givenOptions().getOrDefault(key, "")),
                        Stream.of(
                                cell.host().name(),
                                cell.jvm() == null ? "" : cell.jvm().home(),
                                cell.jvmFlags().toString()))
                .collect(Collectors.joining("\n"));
        return folder.resolve("plan-" + Sha256.ofText(like, KEY_DIGITS) + ".yaml");
    }
}
