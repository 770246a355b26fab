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
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;

/**
 * Share of time that each application thread ran or waited for a CPU, for each slice of an interval of the run.
 * Samples give only lengths, which are spread evenly over the sampling period. Not thread-safe.
 */
public final class ThreadActivity {
    public static final int SLICES = 60;

    private final long fromNs;
    private final double sliceNs;
    /** Shares of each slice, by thread. */
    private final Map<String, double[]> ran = new TreeMap<>();

    private final Map<String, double[]> ready = new TreeMap<>();

    /**
     * @param fromNs start on the run's clock
     * @param toNs end on the run's clock
     */
    public ThreadActivity(long fromNs, long toNs) {
        this.fromNs = fromNs;
        this.sliceNs = Math.max(1, (double) (toNs - fromNs) / SLICES);
    }

    /**
     * Adds the samples of {@code evidence-application.jsonl} to each interval. Of a damaged file, adds only the samples
     * before the damage.
     */
    static void read(Path file, UUID run, ClockTranslation clock, List<ThreadActivity> stretches) {
        List<EvidenceThread> met = new ArrayList<>();
        EvidenceFile unused = EvidenceFile.read(file, run, sample -> {
            met.addAll(sample.threads());
            stretches.forEach(stretch -> stretch.add(sample, clock, met));
        });
    }

    private void add(EvidenceLine sample, ClockTranslation clock, List<EvidenceThread> met) {
        long begin = clock.toRun(sample.fromNs());
        long end = clock.toRun(sample.toNs());
        if (begin > fromNs + SLICES * sliceNs) {
            return;
        }
        for (ThreadCounts count : sample.counts()) {
            EvidenceThread thread = met.get(count.thread());
            if (thread.kind().equals(EvidenceThread.OTHER) && end > fromNs) {
                add(TracedIntervals.who(thread), begin, end, count.cpuNs(), count.waitNs());
            }
        }
    }

    /**
     * Adds a sample of a thread.
     *
     * @param who name with thread id
     * @param readyNs time without a CPU, counted when the wait ends; a long wait can have begun before the sampling period
     */
    public void add(String who, long begin, long end, long ranNs, long readyNs) {
        spread(ran.computeIfAbsent(who, fresh -> new double[SLICES]), begin, end, ranNs);
        spread(ready.computeIfAbsent(who, fresh -> new double[SLICES]), Math.min(begin, end - readyNs), end, readyNs);
    }

    private void spread(double[] slices, long begin, long end, long ns) {
        double from = (begin - fromNs) / sliceNs;
        double to = (end - fromNs) / sliceNs;
        double share = Math.min(1, (double) ns / Math.max(1, end - begin));
        for (int i = (int) Math.max(0, from); i < Math.min(SLICES, to); i++) {
            slices[i] += share * (Math.min(to, i + 1) - Math.max(from, i));
        }
    }

    /** Returns all threads, as names with thread ids. */
    public Set<String> threads() {
        return ran.keySet();
    }

    /** Returns the share of each slice in which the thread ran, 0 to 1. */
    public List<Double> ran(String thread) {
        return shares(ran, thread);
    }

    /** Returns the share of each slice in which the thread was ready without a CPU, 0 to 1. */
    public List<Double> ready(String thread) {
        return shares(ready, thread);
    }

    /** Limits shares to 1, because waits of two samples can overlap. */
    private static List<Double> shares(Map<String, double[]> threads, String thread) {
        return Arrays.stream(threads.getOrDefault(thread, new double[SLICES]))
                .mapToObj(share -> Math.min(1, share))
                .toList();
    }

    public double lengthNs() {
        return SLICES * sliceNs;
    }
}
