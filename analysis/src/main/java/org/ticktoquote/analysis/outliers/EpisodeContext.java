package org.ticktoquote.analysis.outliers;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.HostState;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.evidence.ThreadActivity;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Context of the worst episodes of a run: host state and stacks of the application's threads. Never attributed as a cause.
 */
record EpisodeContext(RunDirectory directory, RunManifest manifest, FlightRecording flight, HostState host) {
    static EpisodeContext of(RunDirectory directory, RunManifest manifest) {
        return new EpisodeContext(
                directory, manifest, RunEvidence.flight(directory, manifest), RunEvidence.host(directory, manifest));
    }

    /** Returns the episodes with lines of context. */
    List<OutlierEpisode> withContext(List<OutlierEpisode> episodes, TickResults ticks) {
        long t0Ns = t0Ns(ticks);
        return EpisodeProfile.of(flight, ticks)
                .with(episodes.stream()
                        .map(episode ->
                                episode.withHostFigures(host.between(t0Ns + episode.fromNs(), t0Ns + episode.toNs())))
                        .toList());
    }

    /**
     * Returns the episodes with lines of context, and extracts the worst {@code most} of them to recording files of the run.
     */
    List<OutlierEpisode> recorded(List<OutlierEpisode> episodes, TickResults ticks, int most) {
        return new EpisodeRecordings(directory, flight, t0Ns(ticks), most).cut(withContext(episodes, ticks));
    }

    /** Returns the report's view of each episode. */
    List<EpisodeView> views(List<OutlierEpisode> episodes, TickResults ticks, List<CauseEvidence> evidence) {
        long t0Ns = t0Ns(ticks);
        List<EpisodeView> views = episodes.stream()
                .map(episode -> EpisodeView.of(episode, ticks, evidence))
                .toList();
        List<ThreadActivity> activities = views.stream()
                .map(view -> new ThreadActivity(t0Ns + view.fromNs(), t0Ns + view.toNs()))
                .toList();
        RunEvidence.addActivity(directory, manifest, activities);
        List<CauseEvidence> waits = Stream.concat(
                        Stream.of(flight.blocked()),
                        evidence.stream()
                                .filter(source -> source.cause() == Cause.RUN_QUEUE)
                                .filter(CauseEvidence::isByThread))
                .toList();
        return IntStream.range(0, views.size())
                .mapToObj(i -> views.get(i).with(ThreadRows.of(views.get(i), activities.get(i), waits, t0Ns)))
                .toList();
    }

    List<EvidenceSource> sources(List<CauseEvidence> evidence) {
        return Stream.concat(
                        evidence.stream().map(EvidenceSource::of),
                        host.sources().stream().map(EvidenceSource::of))
                .toList();
    }

    private static long t0Ns(TickResults ticks) {
        return ticks.ticks() == 0 ? 0 : ticks.intendedNs(1);
    }
}
