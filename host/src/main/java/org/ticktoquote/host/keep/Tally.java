package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;

/** Threads counted and listed; beyond {@value #MOST_LISTED} that ended they are counted only. Not thread-safe. */
final class Tally {
    static final int MOST_LISTED = 10_000;

    private static final int MOST_PROBLEMS = 3;

    private final List<ThreadLine> lines = new ArrayList<>();
    private final Map<String, Long> sets = new TreeMap<>();
    private CpuList applicationCpus = CpuList.none();
    private CpuList jvmCpus = CpuList.none();
    private CpuList harnessCpus = CpuList.none();
    private long managed;
    private long leftAlone;
    private long unmanaged;
    private long refused;
    private long outside;
    private long changedByOthers;
    private long newcomers;
    private long corrected;
    private long ended;

    void add(TrackedThread thread) {
        boolean alone = thread.placement().leftAlone();
        CpuList cpus = alone ? thread.owed() : thread.placement().cpus();
        ThreadOwner party = thread.thread().party();
        if (party == ThreadOwner.APPLICATION) {
            applicationCpus = applicationCpus.and(cpus);
        } else if (party == ThreadOwner.APPLICATION_JVM) {
            jvmCpus = jvmCpus.and(cpus);
        } else {
            harnessCpus = harnessCpus.and(cpus);
        }
        if (alone) {
            leftAlone++;
        } else {
            managed++;
            sets.merge(cpus.toString(), 1L, Long::sum);
        }
        unmanaged += one(thread.unmanaged());
        refused += one(!thread.refusal().isEmpty());
        outside += one(thread.wasOutside());
        changedByOthers += one(thread.wasChangedByOthers());
        newcomers += one(thread.newcomer());
        corrected += one(thread.wasCorrected());
        ended += one(thread.ended());
        if (lines.size() < MOST_LISTED || !thread.ended()) {
            lines.add(thread.line());
        }
    }

    private static long one(boolean counts) {
        return counts ? 1 : 0;
    }

    ThreadAccount.Totals totals() {
        return new ThreadAccount.Totals(
                managed, leftAlone, unmanaged, refused, outside, changedByOthers, newcomers, corrected, ended);
    }

    Map<String, Long> sets() {
        return sets;
    }

    /** Whether two of application, its JVM and harness have a CPU in common. */
    boolean shared() {
        return applicationCpus.intersects(jvmCpus)
                || applicationCpus.intersects(harnessCpus)
                || jvmCpus.intersects(harnessCpus);
    }

    /** By party, process and id. */
    List<ThreadLine> lines() {
        List<ThreadLine> sorted = new ArrayList<>(lines);
        sorted.sort(Comparator.comparing(
                ThreadLine::thread,
                Comparator.comparing(ThreadLine.Identity::who)
                        .thenComparing(ThreadLine.Identity::pid)
                        .thenComparing(ThreadLine.Identity::tid)));
        return sorted;
    }

    /** The first threads for which the plan was not in force, for people. */
    static String problems(List<ThreadLine> lines) {
        List<String> found = lines.stream()
                .filter(line -> !line.problem().isEmpty())
                .map(line -> line.thread().name() + " (" + line.thread().tid() + ") " + line.problem())
                .toList();
        String first = String.join("; ", found.subList(0, Math.min(MOST_PROBLEMS, found.size())));
        return found.size() > MOST_PROBLEMS ? first + "; and " + (found.size() - MOST_PROBLEMS) + " more" : first;
    }
}
