package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.outliers.EpisodeViewTest.episode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.RecordingExtract;
import org.ticktoquote.analysis.evidence.StackSamples;
import org.ticktoquote.analysis.outliers.EpisodeContext.EpisodeRecordings;
import org.ticktoquote.core.run.RunDirectory;

/** A recording of async-profiler, on a run clock that starts in 1970. */
class EpisodeRecordingsTest {
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    private Path folder;

    private RunDirectory directory;
    private Path recording;
    private long t0Ns;

    @BeforeEach
    void copy() throws Exception {
        directory = new RunDirectory(folder);
        recording = directory.applicationProfile();
        Files.copy(
                Path.of(Objects.requireNonNull(EpisodeRecordingsTest.class.getResource("/flight/application-async.jfr"))
                        .toURI()),
                recording);
        List<RecordedEvent> samples = samples(recording);
        t0Ns = ns(samples.get(0).getStartTime());
    }

    private static List<RecordedEvent> samples(Path file) throws Exception {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                .toList();
    }

    private static long ns(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }

    private List<OutlierEpisode> cut(List<OutlierEpisode> worst, int most) {
        FlightRecording flight = new FlightRecording(
                SampleEvidence.evidence(Cause.BLOCKED), StackSamples.NONE, StackSamples.NONE, List.of(recording));
        return new EpisodeRecordings(directory, flight, t0Ns, most).cut(worst);
    }

    @Test
    void writesOneFilePerWorstEpisode() throws Exception {
        List<OutlierEpisode> found = cut(List.of(episode(0, 1), episode(60 * S, 61 * S), episode(0, 1)), 2);
        assertThat(found).hasSize(3);
        assertThat(found)
                .extracting(OutlierEpisode::recordings)
                .containsExactly(List.of("episode-01-async.jfr"), List.of(), List.of());
        List<RecordedEvent> kept = samples(folder.resolve("episode-01-async.jfr"));
        if (RecordingExtract.isExact()) {
            assertThat(kept)
                    .hasSizeBetween(2, samples(recording).size() - 1)
                    .allSatisfy(sample -> assertThat(ns(sample.getStartTime())).isBetween(t0Ns, t0Ns + S / 10 + 1));
            assertThat(found.get(0).profile()).containsExactly("a line of its profile");
        } else {
            assertThat(kept)
                    .anySatisfy(sample -> assertThat(ns(sample.getStartTime())).isBetween(t0Ns, t0Ns + S / 10 + 1));
            assertThat(found.get(0).profile())
                    .containsExactly(
                            "a line of its profile",
                            "its recording also has the time before and after it: cutting it to size needs an analysis"
                                    + " on Java 19 or newer, and this one is on "
                                    + Runtime.version().feature());
        }
    }

    @Test
    void deletesFilesOfAnEarlierAnalysis() throws Exception {
        Path flight = Files.writeString(folder.resolve("episode-01.jfr"), "x");
        Path profile = Files.writeString(folder.resolve("episode-02-async.jfr"), "x");
        assertThat(cut(List.of(), 2)).isEmpty();
        assertThat(flight).doesNotExist();
        assertThat(profile).doesNotExist();
    }

    @Test
    void reportsRecordingThatCannotBeExtracted() throws Exception {
        Files.writeString(recording, "damaged");
        OutlierEpisode found = cut(List.of(episode(0, 1)), 1).get(0);
        assertThat(found.recordings()).isEmpty();
        assertThat(found.profile()).last().asString().startsWith("not extracted from application-async.jfr: ");
    }
}
