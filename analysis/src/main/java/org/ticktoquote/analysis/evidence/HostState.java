package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.MutableInteger;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.evidence.EvidenceCost;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.NetworkSample.SessionQueue;

/**
 * State of the application's host and threads during a run, on the run's clock. It is shown next to late ticks but is not
 * attributed as a cause, because it gives neither the time nor the length of a stop of the application. Immutable.
 */
public final class HostState {
    /** Maximum number of samples kept; exceeds the number of samples in an hour. */
    private static final int MAX_SAMPLES = 1 << 18;

    private final List<HostSample> samples;
    private final List<EvidenceSource> sources;
    private final Map<HostFigure, OptionalDouble> means = new EnumMap<>(HostFigure.class);

    private final ThreadEvents threads;
    private final SessionQueues queues;

    private HostState(
            List<HostSample> samples,
            ThreadEvents threads,
            SessionQueues queues,
            String absence,
            String reservation,
            @Nullable Long costNs) {
        this.samples = samples;
        this.threads = threads;
        this.queues = queues;
        Arrays.stream(HostFigure.values()).forEach(figure -> means.put(figure, figure.mean(samples)));
        this.sources = Arrays.stream(HostKind.values())
                .map(kind -> kind.source(samples, absence, reservation, costNs))
                .toList();
    }

    static HostState absent(String reason) {
        return new HostState(List.of(), new ThreadEvents(ClockTranslation.NONE), new SessionQueues(), reason, "", null);
    }

    /** Reads {@code evidence-application.jsonl}. */
    static HostState read(Path file, UUID run, ClockTranslation clock) {
        List<HostSample> samples = new ArrayList<>();
        MutableInteger omitted = new MutableInteger();
        ThreadEvents threads = new ThreadEvents(clock);
        SessionQueues queues = new SessionQueues();
        EvidenceFile found = EvidenceFile.read(file, run, sample -> {
            threads.add(sample);
            for (HostSample look : sample.host()) {
                if (samples.size() < MAX_SAMPLES) {
                    samples.add(onRunClock(look, clock));
                } else {
                    omitted.increment();
                }
            }
            sample.network().forEach(look -> queues.add(look, clock));
        });
        String name = String.valueOf(file.getFileName());
        if (found.foreign()) {
            return absent(name + " " + found.damage());
        }
        return new HostState(
                samples.stream()
                        .sorted(Comparator.comparingLong(HostSample::toNs))
                        .toList(),
                threads,
                queues,
                "",
                Stream.of(
                                found.reservation(name),
                                omitted.get() == 0
                                        ? ""
                                        : CountText.of(omitted.get(), "later sample") + " of the host omitted",
                                threads.omission(),
                                queues.omission())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", ")),
                EvidenceSource.ns(
                        found.cost().map(cost -> cost.cpuNs(EvidenceCost.HOST)).orElse(OptionalLong.empty())));
    }

    private static HostSample onRunClock(HostSample look, ClockTranslation clock) {
        return new HostSample(
                clock.toRun(look.fromNs()),
                clock.toRun(look.toNs()),
                look.pressure(),
                look.cpus(),
                look.runnable(),
                look.throttledNs());
    }

    /** Returns one source per kind. */
    public List<EvidenceSource> sources() {
        return sources;
    }

    /** Returns report lines with the worst samples in an interval of the run, and the mean of the run. */
    public List<String> between(long fromNs, long toNs) {
        List<HostSample> touching = samples.stream()
                .dropWhile(look -> look.toNs() <= fromNs)
                .takeWhile(look -> look.fromNs() < toNs)
                .toList();
        return Stream.concat(
                        Arrays.stream(HostKind.values()).map(kind -> line(kind, touching)),
                        Stream.of(threads.between(fromNs, toNs), queues.between(fromNs, toNs)))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private String line(HostKind kind, List<HostSample> touching) {
        String figures = HostFigure.of(kind).stream()
                .map(figure -> figure.worst(touching, means.getOrDefault(figure, OptionalDouble.empty())))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return figures.isEmpty()
                ? ""
                : "host, " + kind.text() + ", the worst of " + CountText.of(touching.size(), "sample") + ": " + figures;
    }

    /** Worst send queue among the sessions' connections, per second. Not thread-safe. */
    private static final class SessionQueues {
        private final List<Second> seconds = new ArrayList<>();
        private long toldNs = Long.MIN_VALUE;
        private long omitted;

        /** Summary over all sessions; {@code port} identifies the longest queue. */
        private record Second(long fromNs, long toNs, long mostUnsent, int port, long resent, long shutNs) {}

        /** Adds a sample in time order; ignores samples without queues. */
        void add(NetworkSample look, ClockTranslation clock) {
            if (look.queues().isEmpty()) {
                return;
            }
            if (seconds.size() == LongestElements.MAX_ELEMENTS) {
                omitted++;
                return;
            }
            SessionQueue longest = look.queues().stream()
                    .max(Comparator.comparingLong(SessionQueue::mostUnsent))
                    .orElseThrow();
            long toNs = clock.toRun(look.toNs());
            seconds.add(new Second(
                    toldNs == Long.MIN_VALUE ? clock.toRun(look.fromNs()) : toldNs,
                    toNs,
                    longest.mostUnsent(),
                    longest.clientPort(),
                    look.queues().stream().mapToLong(SessionQueue::resent).sum(),
                    look.queues().stream().mapToLong(SessionQueue::shutNs).max().orElse(0)));
            toldNs = toNs;
        }

        /** Returns a line for users; empty if there is no data for the interval, or all queues were empty. */
        String between(long fromNs, long toNs) {
            List<Second> touching = seconds.stream()
                    .filter(second -> second.fromNs < toNs && second.toNs > fromNs)
                    .toList();
            Second longest = touching.stream()
                    .max(Comparator.comparingLong(Second::mostUnsent))
                    .filter(second -> second.mostUnsent > 0)
                    .orElse(null);
            if (longest == null) {
                return "";
            }
            long resent = touching.stream().mapToLong(Second::resent).sum();
            long shutNs = touching.stream().mapToLong(Second::shutNs).max().orElse(0);
            return String.format(
                            Locale.ROOT,
                            "host, sessions, the worst of %s: %,d bytes not acknowledged from port %d (mean %,.0f)",
                            CountText.of(touching.size(), "second"),
                            longest.mostUnsent,
                            longest.port,
                            mean())
                    + (resent > 0 ? ", " + CountText.of(resent, "segment") + " retransmitted" : "")
                    + (shutNs > 0 ? ", a client's window shut for " + DurationText.format(shutNs) : "");
        }

        /** Describes the dropped samples; empty if there are none. */
        String omission() {
            return omitted == 0 ? "" : CountText.of(omitted, "later second") + " of sessions omitted";
        }

        private double mean() {
            return seconds.stream().mapToLong(Second::mostUnsent).average().orElse(0);
        }
    }
}
