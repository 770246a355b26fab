package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.evidence.EvidenceSample;
import org.ticktoquote.core.evidence.SeenThread;
import org.ticktoquote.core.evidence.ThreadCounts;

/**
 * For how long each of an application's own threads ran in a stretch of its run, and for how long it was ready without a CPU,
 * slice by slice. A look tells how long, not when: its time is spread evenly over what lies between it and the one before.
 * Not thread-safe.
 */
public final class ThreadActivity {
    public static final int SLICES = 60;

    private final long fromNs;
    private final double sliceNs;
    private final Map<String, Slices> threads = new TreeMap<>();

    /** Shares of one thread. */
    private static final class Slices {
        private final double[] ran = new double[SLICES];
        private final double[] ready = new double[SLICES];
    }

    /**
     * Of a stretch of which nothing is known yet.
     *
     * @param fromNs on the run's clock
     */
    public ThreadActivity(long fromNs, long toNs) {
        this.fromNs = fromNs;
        this.sliceNs = Math.max(1, (double) (toNs - fromNs) / SLICES);
    }

    /** Adds to each stretch what {@code evidence-application.jsonl} tells of it; nothing where that cannot be read. */
    static void read(Path file, UUID run, ClockTranslation clock, List<ThreadActivity> stretches) {
        List<SeenThread> met = new ArrayList<>();
        EvidenceFile unused = EvidenceFile.read(file, run, sample -> {
            met.addAll(sample.threads());
            stretches.forEach(stretch -> stretch.add(sample, clock, met));
        });
    }

    private void add(EvidenceSample sample, ClockTranslation clock, List<SeenThread> met) {
        long begin = clock.toRun(sample.fromNs());
        long end = clock.toRun(sample.toNs());
        if (begin > fromNs + SLICES * sliceNs) {
            return;
        }
        for (ThreadCounts count : sample.counts()) {
            SeenThread thread = met.get(count.thread());
            if (thread.kind().equals(SeenThread.OTHER) && end > fromNs) {
                add(TracedStretches.who(thread), begin, end, count.cpuNs(), count.waitNs());
            }
        }
    }

    /**
     * What a look found of a thread.
     *
     * @param who name with number
     * @param readyNs without a CPU; counted when it ends: one longer than the time between two looks began before them
     */
    public void add(String who, long begin, long end, long ranNs, long readyNs) {
        Slices slices = threads.computeIfAbsent(who, fresh -> new Slices());
        spread(slices.ran, begin, end, ranNs);
        spread(slices.ready, Math.min(begin, end - readyNs), end, readyNs);
    }

    private void spread(double[] slices, long begin, long end, long ns) {
        double from = (begin - fromNs) / sliceNs;
        double to = (end - fromNs) / sliceNs;
        double share = Math.min(1, (double) ns / Math.max(1, end - begin));
        for (int i = (int) Math.max(0, from); i < Math.min(SLICES, to); i++) {
            slices[i] += share * (Math.min(to, i + 1) - Math.max(from, i));
        }
    }

    /** Name with number of each that is known of. */
    public Set<String> threads() {
        return threads.keySet();
    }

    /** The share of each slice for which it ran: 0 to 1. */
    public List<Double> ran(String thread) {
        return shares(of(thread).ran);
    }

    /** The share of each slice for which it was ready without a CPU: 0 to 1. */
    public List<Double> ready(String thread) {
        return shares(of(thread).ready);
    }

    private Slices of(String thread) {
        return threads.getOrDefault(thread, new Slices());
    }

    /** Two looks may touch. */
    private static List<Double> shares(double[] slices) {
        return Arrays.stream(slices).mapToObj(share -> Math.min(1, share)).toList();
    }

    /** The stretch's length. */
    public double lengthNs() {
        return SLICES * sliceNs;
    }
}
