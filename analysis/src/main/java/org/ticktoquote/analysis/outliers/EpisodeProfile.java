package org.ticktoquote.analysis.outliers;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.evidence.FlightRecording;
import org.ticktoquote.analysis.evidence.StackSamples;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.CountText;

/** Stack samples and changes of compiled code during the worst episodes, as lines with their times in the recording. */
record EpisodeProfile(StackSamples samples, StackSamples code, long t0Ns) {
    private static final int MAX_FRAMES = 5;

    static EpisodeProfile of(FlightRecording flight, TickResults ticks) {
        return new EpisodeProfile(flight.samples(), flight.code(), ticks.ticks() == 0 ? 0 : ticks.intendedNs(1));
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
        List<String> lines = new ArrayList<>();
        String place = samples.source() + ", " + time(fromNs) + " to " + time(toNs) + ": ";
        add(lines, place, samples.between(fromNs, toNs), "sample", " of running threads, most at");
        List<StackSamples.Frame> changes = code.between(fromNs, toNs);
        if (!changes.isEmpty()) {
            add(lines, "", changes, "change", " of compiled code, most often");
        }
        return lines;
    }

    private static void add(
            List<String> lines, String place, List<StackSamples.Frame> frames, String noun, String most) {
        long all = frames.stream().mapToLong(StackSamples.Frame::samples).sum();
        String few = most.substring(0, most.indexOf(','));
        lines.add(place + CountText.of(all, noun) + (frames.size() > MAX_FRAMES ? most : few));
        frames.stream().limit(MAX_FRAMES).forEach(frame -> lines.add("  " + frame.samples() + " x " + frame.name()));
    }

    private Instant time(long runNs) {
        return samples.timeOfDay(runNs).truncatedTo(ChronoUnit.MICROS);
    }
}
