package org.ticktoquote.analysis.outliers;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.evidence.StackSamples;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.run.RunDirectory;

/** Where an application's threads were in the worst episodes, and where to look in its flight recording. */
record EpisodeProfile(StackSamples samples, long t0Ns) {
    private static final int MOST_FRAMES = 5;

    static EpisodeProfile of(StackSamples samples, TickResults ticks) {
        return new EpisodeProfile(samples, ticks.ticks() == 0 ? 0 : ticks.intendedNs(1));
    }

    List<OutlierEpisode> with(List<OutlierEpisode> episodes) {
        return samples.isAbsent()
                ? episodes
                : episodes.stream()
                        .map(episode -> episode.profiled(lines(episode)))
                        .toList();
    }

    private List<String> lines(OutlierEpisode episode) {
        long fromNs = t0Ns + episode.fromNs();
        long toNs = t0Ns + episode.toNs();
        List<StackSamples.Frame> frames = samples.between(fromNs, toNs);
        long all = frames.stream().mapToLong(StackSamples.Frame::samples).sum();
        List<String> lines = new ArrayList<>();
        lines.add(RunDirectory.APPLICATION_FLIGHT + ", " + time(fromNs) + " to " + time(toNs) + ": "
                + Counted.of(all, "sample") + " of running threads"
                + (frames.size() > MOST_FRAMES ? ", most at" : ""));
        frames.stream().limit(MOST_FRAMES).forEach(frame -> lines.add("  " + frame.samples() + " x " + frame.name()));
        return lines;
    }

    private Instant time(long runNs) {
        return samples.timeOfDay(runNs).truncatedTo(ChronoUnit.MICROS);
    }
}
