package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.jvm.AsyncProfiler;
import org.ticktoquote.host.process.CommandRunner;

/** Profiles with a user's async-profiler, here the one of Maven's repository. */
@EnabledOnOs(
        value = OS.LINUX,
        architectures = {"amd64", "aarch64"},
        disabledReason = "SKIPPED: async-profiler is here for Linux on x64 and arm64")
class AsyncProfilerIT {
    private static final int WRONG = 2;

    @TempDir
    private Path folder;

    private Path library;

    /** Lays out the library like a release of async-profiler. */
    @BeforeEach
    void unpack() throws IOException {
        library = Files.createDirectories(folder.resolve("async-profiler/lib")).resolve("libasyncProfiler.so");
        String platform = System.getProperty("os.arch").equals("amd64") ? "linux-x64" : "linux-arm64";
        try (InputStream packed =
                AsyncProfilerIT.class.getResourceAsStream("/" + platform + "/" + library.getFileName())) {
            Files.copy(Objects.requireNonNull(packed, platform), library);
        }
    }

    @Test
    @LongProof
    void worstEpisodesShowStacksOfAsyncProfiler() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        Scenario scenario = Scenario.coldIn(folder)
                .over(recording, "T0+1s..T0+2s")
                .with("--async-profiler", folder.resolve("async-profiler").toString())
                .flag("--profile-outliers");
        T2qProcess process = scenario.run(0);
        Path run = scenario.directory();
        assertThat(scenario.manifest().observed().host())
                .as(process.texts())
                .containsEntry("asyncProfiler", "stacks every 10 ms of a thread's CPU time");
        assertThat(run.resolve("application.jfr")).isNotEmptyFile();
        assertThat(run.resolve("application-async.jfr")).isNotEmptyFile();
        JsonNode outliers = Summaries.json(run.resolve("outliers.json")).at("/runs/0");
        List<String> reservations = outliers.path("sources").findValuesAsText("reservation");
        assertThat(reservations).noneMatch(text -> text.contains("stacks are the JVM's own"));
        JsonNode worst = outliers.path("worst").path(0);
        assertThat(worst.path("profile").path(0).asText()).startsWith("application-async.jfr, ");
        worst.path("recordings")
                .forEach(file -> assertThat(run.resolve(file.asText())).isNotEmptyFile());
        assertThat(worst.path("recordings")).isNotEmpty();
        assertRefusesALibraryThatTheJvmCannotLoad(recording);
    }

    /** The library is refused before measurement. */
    private void assertRefusesALibraryThatTheJvmCannotLoad(Path recording) throws Exception {
        Path none = Files.writeString(folder.resolve("none.so"), "no library");
        Scenario scenario = Scenario.coldIn(folder)
                .named(Path.of("refused"))
                .with("--recording", recording.toString(), "--async-profiler", none.toString())
                .flag("--profile-outliers");
        assertThat(scenario.run(WRONG).err())
                .contains("--async-profiler: '" + none + "' ")
                .contains("does not start with it");
        assertThat(scenario.directory()).doesNotExist();
    }

    @Test
    void probeLeavesNoFilesAndItsFlagsProfile() throws Exception {
        Path files = Files.createDirectory(folder.resolve("files"));
        Path java = Path.of(T2qProcess.java());
        List<String> flags = new AsyncProfiler(library).flags(java, files.resolve("a.jfr"));
        assertThat(flags)
                .singleElement()
                .satisfies(
                        flag -> assertThat(AsyncProfiler.hasProfilerFlag(flag)).isTrue());
        assertThat(files).isEmptyDirectory();
        CommandRunner.CommandResult result = CommandRunner.run(List.of(java.toString(), flags.get(0), "-version"));
        assertThat(result.status()).as(result.text()).isZero();
        assertThat(Files.readAllBytes(files.resolve("a.jfr"))).startsWith('F', 'L', 'R', 0);
        assertThatThrownBy(() -> new AsyncProfiler(library).flags(java, files.resolve("a,b.jfr")))
                .hasMessageContaining("a,b.jfr: ',' and '%' are not allowed in the path");
    }
}
