package org.ticktoquote.analysis.outliers;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.HostState;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.evidence.StackSamples;
import org.ticktoquote.analysis.evidence.ThreadActivity;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Context of the worst episodes of a run: host state and stacks of the application's threads. Never attributed as a cause.
 */
record EpisodeContext(RunDirectory directory, RunManifest manifest, FlightRecording flight, HostState host) {
    private static final int MAX_FRAMES = 5;

    static EpisodeContext of(RunDirectory directory, RunManifest manifest) {
        return new EpisodeContext(
                directory, manifest, RunEvidence.flight(directory, manifest), RunEvidence.host(directory, manifest));
    }

    /** Returns the episodes with lines of context. */
    List<OutlierEpisode> withContext(List<OutlierEpisode> episodes, TickResults ticks) {
        long t0Ns = t0Ns(ticks);
        return episodes.stream().map(episode -> withContext(episode, t0Ns)).toList();
    }

    private OutlierEpisode withContext(OutlierEpisode episode, long t0Ns) {
        long fromNs = t0Ns + episode.fromNs();
        long toNs = t0Ns + episode.toNs();
        OutlierEpisode withHost = episode.withHostFigures(host.between(fromNs, toNs));
        return flight.samples().isAbsent() ? withHost : withHost.profiled(profile(fromNs, toNs));
    }

    /** Returns stack samples and changes of compiled code in an interval, with the interval's times in the recording. */
    private List<String> profile(long fromNs, long toNs) {
        StackSamples samples = flight.samples();
        List<String> lines = new ArrayList<>();
        String place = samples.source() + ", " + time(samples, fromNs) + " to " + time(samples, toNs) + ": ";
        add(lines, place, samples.between(fromNs, toNs), "sample", " of running threads, most at");
        List<StackSamples.Frame> changes = flight.code().between(fromNs, toNs);
        if (!changes.isEmpty()) {
            add(lines, "", changes, "change", " of compiled code, most often");
        }
        return lines;
    }

    private static Instant time(StackSamples samples, long runNs) {
        return samples.timeOfDay(runNs).truncatedTo(ChronoUnit.MICROS);
    }

    private static void add(
            List<String> lines, String place, List<StackSamples.Frame> frames, String noun, String most) {
        long all = frames.stream().mapToLong(StackSamples.Frame::samples).sum();
        String few = most.substring(0, most.indexOf(','));
        lines.add(place + CountText.of(all, noun) + (frames.size() > MAX_FRAMES ? most : few));
        frames.stream().limit(MAX_FRAMES).forEach(frame -> lines.add("  " + frame.samples() + " x " + frame.name()));
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
