package org.ticktoquote.harness.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.OptionArguments;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.harness.run.SampleManifest;
import org.ticktoquote.host.placement.ThreadChoice;

class ShareCacheTest {
    private static final ShareFigures FIGURES = new ShareFigures(1L, 2L, 3L, 4L, 5L, 6L);
    private static final Optional<NullResponder.Measured> MEASURED =
            Optional.of(new NullResponder.Measured("2026-11-20T14:12:00Z", 10, FIGURES, FIGURES, ""));

    @TempDir
    private Path folder;

    private int runs;

    private RunPlan plan(String... replayerOptions) throws Exception {
        Path directory = Files.createDirectory(folder.resolve("run-" + ++runs));
        return new RunPlan(
                JournalOrigin.NO_RUN,
                new RunDirectory(directory),
                new RunPlan.Input(
                        folder.resolve("a.t2q"),
                        "T0..T0+5s",
                        1,
                        "tcp://127.0.0.1:0",
                        Optional.empty(),
                        List.of(),
                        SenderOptions.parse(List.of(replayerOptions))),
                new RunPlan.Sessions(
                        1,
                        List.of("1"),
                        Optional.of(folder.resolve("bank.yaml")),
                        Optional.empty(),
                        true,
                        new ClientsOptions(),
                        false),
                new ApplicationUnderTest.Attached(new Endpoint("127.0.0.1", 9_876)),
                new RunManifest.Declared(
                        Matching.byPrice(Matching.LEARNED),
                        ApplicationModel.UNKNOWN,
                        new Conflation(Conflation.UNKNOWN, 0)),
                new RunPlan.Timing(60, new RunPlan.WarmUp(1, 2, 500, 3, 0.5), OptionalLong.of(7)),
                "lab",
                ThreadChoice.UNMANAGED,
                Inventory.LOCAL,
                RunPlan.Evidence.NONE,
                RunPlan.Capture.DEFAULT);
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
    void doesNotReuseForAnotherHostRecordingWindowOrOption() throws Exception {
        provided(manifest("6.1", "ab", "1", 5), MEASURED);
        assertThat(provided(manifest("6.2", "ab", "1", 5), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "cd", "1", 5), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "ab", "1", 6), Optional.empty())).isEmpty();
        assertThat(provided(manifest("6.1", "ab", "1", 5), Optional.empty(), "--spin", "1ms"))
                .isEmpty();
    }

    @Test
    void freshMeasurementReplacesTheStoredOne() throws Exception {
        provided(manifest("6.1", "ab", "1", 5), MEASURED);
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
