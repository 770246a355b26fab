package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** A matrix over this host and one reached by ssh: cases are compared although they ran on different hosts. */
@FullProof
@Tag("alone")
class MatrixHostsIT extends OverHosts {
    private static final String HUB = "10.78.0.254";

    private Path matrix() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        Path inventory = folder.resolve("here-and-a.yaml");
        String both = Files.readString(hosts.inventory("here", "[here, a]", "here"));
        Files.writeString(inventory, both.replace("hosts:\n", "hosts:\n  here: {local: true, address: " + HUB + "}\n"));
        String run = "hosts: '" + inventory + "', window: T0..T0+2s, drain: 1s";
        String[] cases = {
            "stays: {run: {application-host: here}}", "goes: {run: {application-host: a}}", "zing: {jvm: zing}"
        };
        return SmallMatrix.write(folder, 1, recording, run, "stays", cases);
    }

    private static RunManifest manifest(Path run) {
        return RunManifest.read(new RunDirectory(run).manifest());
    }

    @Test
    void sameJarIsTheSameApplicationOnEveryHost() throws Exception {
        Path out = folder.resolve("out");
        T2qProcess run = T2qProcess.startHurriedAmong(
                hosts.among(), folder, "run", matrix().toString(), "--out", out.toString());
        run.awaitEnd();
        assertThat(run.err()).as(run.texts()).contains("reading the properties of host a (ssh a)");
        assertThat(run.out()).contains("not run: zing: host here: no Zing JVM", "host a: no Zing JVM");
        assertThat(out.resolve("goes/run-1")).as(run.texts()).isDirectoryContaining("glob:**/run.json");
        assertThat(manifest(out.resolve("goes/run-1")).observed().host().get("applicationSha256"))
                .isNotEmpty()
                .isEqualTo(
                        manifest(out.resolve("stays/run-1")).observed().host().get("applicationSha256"));
        List<Attempt> attempts = MatrixRecord.read(out.resolve(MatrixRecord.FILE)).cases().stream()
                .flatMap(one -> one.attempts().stream())
                .toList();
        assertThat(attempts)
                .hasSize(2)
                .allSatisfy(attempt -> assertThat(attempt.objections())
                        .filteredOn(objection -> !objection.startsWith("late replay"))
                        .isEmpty());
        for (JsonNode one : Summaries.json(out.resolve("comparison.json")).path("cases")) {
            if (!one.path("runs").isEmpty()) {
                assertThat(one.at("/host/kernel").asText()).isNotEmpty();
                assertThat(one.at("/host/path").asText())
                        .isEqualTo(
                                one.path("name").asText().equals("goes")
                                        ? "replayer on here, application on a, clients on here"
                                        : "one host");
            }
        }
    }
}
