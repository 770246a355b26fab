package org.ticktoquote.analysis.outliers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.evidence.FlightCut;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.run.RunDirectory;

/**
 * What the recordings of an application hold of its worst episodes, as files of the run that are opened by themselves. The
 * recordings stay whole, since other ticks may be called late another time.
 */
final class EpisodeRecordings {
    /** On either side. */
    private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunDirectory directory;
    private final FlightRecording flight;
    private final long t0Ns;
    private final int most;

    /**
     * None yet.
     *
     * @param t0Ns first intended tick, on the run's clock
     * @param most so many of the worst episodes
     */
    EpisodeRecordings(RunDirectory directory, FlightRecording flight, long t0Ns, int most) {
        this.directory = directory;
        this.flight = flight;
        this.t0Ns = t0Ns;
        this.most = most;
    }

    /** Writes them in the place of those of an earlier analysis; the episodes with the names of theirs. */
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
                lines.add("nothing of it was cut out of " + recording.getFileName() + ": " + IoReason.of(e));
            }
        }
        if (!names.isEmpty() && !FlightCut.isExact()) {
            lines.add(
                    "its own recording also holds what was before and after it: leaving that out takes an analysis on Java"
                            + " 19 or newer, and this one is on "
                            + Runtime.version().feature());
        }
        return episode.profiled(lines).recorded(names);
    }

    private boolean cut(OutlierEpisode episode, Path recording, Path file) throws IOException {
        return FlightCut.write(
                recording,
                flight.samples().timeOfDay(t0Ns + episode.fromNs() - MARGIN_NS),
                flight.samples().timeOfDay(t0Ns + episode.toNs() + MARGIN_NS),
                file);
    }
}
