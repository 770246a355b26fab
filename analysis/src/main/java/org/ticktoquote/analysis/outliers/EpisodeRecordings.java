package org.ticktoquote.analysis.outliers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.RecordingExtract;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Extracts the worst episodes from the application's recordings into separate files of the run. The recordings stay
 * complete, because another analysis can select other ticks.
 */
final class EpisodeRecordings {
    /** Added on both sides of an episode. */
    private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunDirectory directory;
    private final FlightRecording flight;
    private final long t0Ns;
    private final int most;

    /**
     * @param t0Ns first intended tick, on the run's clock
     * @param most number of episodes to extract
     */
    EpisodeRecordings(RunDirectory directory, FlightRecording flight, long t0Ns, int most) {
        this.directory = directory;
        this.flight = flight;
        this.t0Ns = t0Ns;
        this.most = most;
    }

    /** Replaces the files of an earlier analysis, and returns the episodes with the names of their files. */
    List<OutlierEpisode> cut(List<OutlierEpisode> worst) {
        List<OutlierEpisode> all = new ArrayList<>(worst);
        for (int i = 0; i < most; i++) {
            removeEarlier(i + 1);
            if (i < all.size()) {
                all.set(i, cut(all.get(i), i + 1));
            }
        }
        return all;
    }

    private void removeEarlier(int rank) {
        for (String recording : List.of(RunDirectory.APPLICATION_FLIGHT, RunDirectory.APPLICATION_PROFILE)) {
            Path file = directory.episode(Path.of(recording), rank);
            FileAccess.change(file, "cannot be removed", () -> Files.deleteIfExists(file));
        }
    }

    private OutlierEpisode cut(OutlierEpisode episode, int rank) {
        List<String> names = new ArrayList<>();
        List<String> lines = new ArrayList<>(episode.profile());
        for (Path recording : flight.files()) {
            Path file = directory.episode(recording, rank);
            try {
                if (cut(episode, recording, file)) {
                    names.add(String.valueOf(file.getFileName()));
                }
            } catch (IOException e) {
                lines.add("not extracted from " + recording.getFileName() + ": " + IoReason.of(e));
            }
        }
        if (!names.isEmpty() && !RecordingExtract.isExact()) {
            lines.add(
                    "its recording also has the time before and after it: cutting it to size needs an analysis on Java"
                            + " 19 or newer, and this one is on "
                            + Runtime.version().feature());
        }
        return episode.profiled(lines).recorded(names);
    }

    private boolean cut(OutlierEpisode episode, Path recording, Path file) throws IOException {
        return RecordingExtract.write(
                recording,
                flight.samples().timeOfDay(t0Ns + episode.fromNs() - MARGIN_NS),
                flight.samples().timeOfDay(t0Ns + episode.toNs() + MARGIN_NS),
                file);
    }
}
