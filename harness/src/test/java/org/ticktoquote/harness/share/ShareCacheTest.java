package org.ticktoquote.harness.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.core.control.OptionArguments;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.SampleManifest;
import org.ticktoquote.harness.settings.RunSettings;

class ShareCacheTest {
    private static final ShareFigures FIGURES = new ShareFigures(1L, 2L, 3L, 4L, 5L, 6L);
    private static final Optional<NullResponder.Measured> MEASURED =
            Optional.of(new NullResponder.Measured("2026-11-20T14:12:00Z", 10, FIGURES, FIGURES, ""));

    @TempDir
    private Path folder;

    private int runs;

    private RunPlan plan(String... replayerOptions) throws Exception {
        Path directory = Files.createDirectory(folder.resolve("run-" + ++runs));
        return RunSettings.parse(List.of(
                        "--window=T0..T0+5s",
                        "--feed=tcp://127.0.0.1:0",
                        "--sessions=1",
                        "--session-template=bank.yaml",
                        "--replayer-args=" + String.join(" ", replayerOptions)))
                .plan(new RunDirectory(directory));
    }

    private static RunManifest manifest(String kernel, String sha256, String load, long toNs) {
        return SampleManifest.of(RunManifest.COMPLETE, sha256, toNs, Map.of("fingerprint", kernel, "load", load));
    }

    private Optional<NullResponse> provided(
            RunManifest manifest, Optional<NullResponder.Measured> fresh, String... replayerOptions) throws Exception {
        RunPlan plan = plan(replayerOptions);
        new ShareCache(folder.resolve("cache")).provide(plan, manifest, fresh);
        return NullResponseFile.of(plan.directory().path(), manifest.identity()).known();
    }

    @Test
    void laterRunUnderTheSameLoadReusesTheMeasurement() throws Exception {
        assertThat(provided(manifest("6.1", "ab", "1", 5), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "ab", "1", 5), MEASURED)).isPresent();
        assertThat(provided(manifest("6.1", "ab", "another day", 5), Optional.empty()))
                .hasValueSatisfying(response -> {
                    assertThat(response.responseNs()).isEqualTo(FIGURES);
                    assertThat(response.measuredAt()).isEqualTo("2026-11-20T14:12:00Z");
                });
    }

    @Test
    void freshMeasurementReplacesTheOneForTheSameHostRecordingWindowAndOptions() throws Exception {
        provided(manifest("6.1", "ab", "1", 5), MEASURED);
        assertThat(provided(manifest("6.2", "ab", "1", 5), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "cd", "1", 5), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "ab", "1", 6), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "ab", "1", 5), Optional.empty(), "--spin", "1ms"))
                .isEmpty();

        UnaryOperator<NullResponder.Measured> later =
                old -> new NullResponder.Measured("2027-01-01T00:00:00Z", 11, FIGURES, FIGURES, "");
        provided(manifest("6.1", "ab", "1", 5), MEASURED.map(later));
        assertThat(provided(manifest("6.1", "ab", "1", 5), Optional.empty()))
                .map(NullResponse::measuredAt)
                .contains("2027-01-01T00:00:00Z");
    }

    @Test
    void plansTheSameLoadAgainstTheNullResponder() throws Exception {
        RunPlan own = plan("--spin", "1ms");
        RunPlan share = NullResponder.plan(own);
        assertThat(share.directory().path()).isEqualTo(own.directory().path().resolve("harness-share"));
        assertThat(share.input().window()).isEqualTo(own.input().window());
        assertThat(share.sessions().count()).isEqualTo(own.sessions().count());
        assertThat(OptionArguments.of(share.input().sender()))
                .containsExactly("--densest", "30000000000ns", "--spin", "1ms");
        assertThat(share.input().feed()).isEqualTo("tcp://127.0.0.1:0");
        assertThat(share.sessions().template()).isEmpty();
        assertThat(share.application()).isInstanceOfSatisfying(ApplicationUnderTest.BuiltIn.class, application -> {
            assertThat(application.arguments()).containsExactly("--null-responder");
        });
        assertThat(OptionArguments.of(
                        NullResponder.plan(plan("--densest=5s")).input().sender()))
                .containsExactly("--densest", "5000000000ns");
    }
}
