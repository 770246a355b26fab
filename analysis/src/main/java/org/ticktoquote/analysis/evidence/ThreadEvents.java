package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;

/**
 * Page faults, migrations and preemptions of threads between samples, with the thread most affected. Not thread-safe.
 */
final class ThreadEvents {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private enum Kind {
        MAJOR_FAULTS("pages read from a disk"),
        MINOR_FAULTS("pages given by the kernel"),
        MIGRATIONS("moves to another CPU"),
        INVOLUNTARY("CPUs taken away");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the count; 0 if the kernel does not report it. */
        private long of(ThreadCounts counts) {
            return Math.max(
                    0,
                    switch (this) {
                        case MAJOR_FAULTS -> counts.majorFaults();
                        case MINOR_FAULTS -> counts.minorFaults();
                        case MIGRATIONS -> counts.migrations();
                        case INVOLUNTARY -> counts.involuntary();
                    });
        }
    }

    /**
     * Number of events between two samples.
     *
     * @param count number of events of all threads
     * @param thread index of the thread with the most events
     */
    private record Events(long count, int thread) {}

    /** Sample on the run's clock; kinds without events are absent. */
    private record ThreadSample(long fromNs, long toNs, Map<Kind, Events> events) {
        private boolean has(Kind kind) {
            return events.containsKey(kind);
        }

        private Events events(Kind kind) {
            return events.getOrDefault(kind, new Events(0, 0));
        }

        private double perSecond(Kind kind) {
            return events(kind).count() / (double) Math.max(1, toNs - fromNs) * NS_PER_SECOND;
        }
    }

    private final ClockTranslation clock;
    private final List<EvidenceThread> met = new ArrayList<>();
    private final List<ThreadSample> samples = new ArrayList<>();
    private final Map<Kind, Long> totals = new EnumMap<>(Kind.class);
    private long lengthNs;
    private long omitted;

    ThreadEvents(ClockTranslation clock) {
        this.clock = clock;
    }

    /** Adds a sample in time order. */
    void add(EvidenceLine sample) {
        met.addAll(sample.threads());
        lengthNs += sample.toNs() - sample.fromNs();
        Map<Kind, Events> events = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            count(kind, sample.counts()).ifPresent(found -> {
                events.put(kind, found);
                totals.merge(kind, found.count(), Long::sum);
            });
        }
        if (samples.size() == LongestElements.MAX_ELEMENTS) {
            omitted += events.isEmpty() ? 0 : 1;
        } else if (!events.isEmpty()) {
            samples.add(new ThreadSample(clock.toRun(sample.fromNs()), clock.toRun(sample.toNs()), events));
        }
    }

    /** Describes the dropped samples; empty if there are none. */
    String omission() {
        return omitted == 0 ? "" : CountText.of(omitted, "later sample") + " of threads omitted";
    }

    private static Optional<Events> count(Kind kind, List<ThreadCounts> counts) {
        long count = counts.stream().mapToLong(kind::of).sum();
        return counts.stream()
                .max(Comparator.comparingLong(kind::of))
                .filter(most -> count > 0)
                .map(most -> new Events(count, most.thread()));
    }

    /**
     * Returns a report line with the worst samples in an interval of the run and the mean of the run; empty without events.
     */
    String between(long fromNs, long toNs) {
        List<ThreadSample> touching = samples.stream()
                .filter(look -> look.fromNs < toNs && look.toNs > fromNs)
                .toList();
        String figures = Arrays.stream(Kind.values())
                .map(kind -> worst(kind, touching))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return figures.isEmpty()
                ? ""
                : "threads, the worst of " + CountText.of(touching.size(), "sample") + ": " + figures;
    }

    private String worst(Kind kind, List<ThreadSample> touching) {
        return touching.stream()
                .filter(look -> look.has(kind))
                .max(Comparator.comparingDouble(look -> look.perSecond(kind)))
                .map(look -> kind.label + " " + rate(look.perSecond(kind)) + ", most of "
                        + TracedIntervals.who(met.get(look.events(kind).thread())) + " (mean " + rate(mean(kind))
                        + ")")
                .orElse("");
    }

    private double mean(Kind kind) {
        return totals.getOrDefault(kind, 0L) / (double) Math.max(1, lengthNs) * NS_PER_SECOND;
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f/s" : "%,.0f/s", perSecond);
    }
}
