package org.ticktoquote.host.manage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.host.jvm.ApplicationJava;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.threads.PeakLoad;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadLoads;
import org.ticktoquote.host.threads.ThreadLoads.Load;

/** Reasons for which a plan is not applied to a process. */
final class ApplyConditions {
    /** A thread of this load polls: it takes a CPU, and others of its set have the rest. */
    private static final double SPINS = 0.95;

    private static final int WINDOWS = 10;
    private static final Pattern RELEASE = Pattern.compile(".* (\\d+)\\S*$");
    private static final int FIRST_UNSAFE = 14;
    private static final int FIRST_SAFE = 25;

    private ApplyConditions() {}

    /** Why a machine cannot have the plan; empty when it can. */
    static Optional<String> machine(
            Host host, ThreadPlanner planner, Topology machine, List<Placement> placements, CpuList interrupts) {
        CpuList named = placements.stream().map(Placement::cpus).reduce(interrupts, CpuList::and);
        CpuList offline = named.without(Cpus.read(host).online());
        if (!offline.isEmpty()) {
            return Optional.of("it names CPU " + offline + ", which is not online");
        }
        return planner.objection(machine, ThreadOwner.EVERYONE);
    }

    /** Why a JVM would not survive it; empty when it would. */
    static Optional<String> jvm(ProcessFiles files, long pid) {
        Map<String, String> facts = ApplicationJava.facts(Set.of(pid));
        String flags = facts.getOrDefault(ApplicationJava.FLAGS_FACT, "");
        Matcher release = RELEASE.matcher(facts.getOrDefault(ApplicationJava.FACT, ""));
        boolean collects = files.stats(pid).anyMatch(thread -> thread.name().startsWith("G1 "));
        if (!collects || flags.lastIndexOf("-XX:+UseNUMA") <= flags.lastIndexOf("-XX:-UseNUMA") || !release.matches()) {
            return Optional.empty();
        }
        int feature = Integer.parseInt(release.group(1));
        return feature < FIRST_UNSAFE || feature >= FIRST_SAFE
                ? Optional.empty()
                : Optional.of(
                        "its JVM " + feature + " has G1 with -XX:+UseNUMA, which may crash when threads change their"
                                + " memory node (JDK-8351500): start it without -XX:+UseNUMA");
    }

    /** Why the threads do not fit into their CPUs at their peaks, watched for a second; empty when they do. */
    static Optional<String> load(ProcessFiles files, long pid, List<Placement> placements) {
        try (ThreadLoads loads = new ThreadLoads(files, pid, WINDOWS)) {
            loads.watch(() -> true);
            return load(loads.loads(), placements);
        }
    }

    /** Of each set with those that lie in it. */
    static Optional<String> load(Map<Long, Load> loads, List<Placement> placements) {
        Map<CpuList, List<Load>> sets = new HashMap<>();
        placements.stream()
                .filter(placement -> !placement.leftAlone())
                .forEach(placement -> sets.computeIfAbsent(placement.cpus(), cpus -> new ArrayList<>())
                        .add(loads.getOrDefault(placement.thread().tid(), Load.NONE)));
        for (CpuList set : sets.keySet()) {
            List<Load> within = sets.entrySet().stream()
                    .filter(other -> set.containsAll(other.getKey()))
                    .flatMap(other -> other.getValue().stream())
                    .toList();
            long spinners = within.stream().filter(load -> load.peak() >= SPINS).count();
            PeakLoad rest = new PeakLoad();
            within.stream()
                    .filter(load -> load.peak() < SPINS)
                    .forEach(load -> rest.add(load.mean(), load.peak(), false));
            double room = PeakLoad.MOST * Math.max(0, set.count() - spinners);
            if (spinners > set.count() || rest.total() > room + (spinners > 0 ? 1 - PeakLoad.MOST : 0)) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "%d threads on CPU %s have a load of %.2f at their peaks, %.2f of it polling: expected at most %.1f of a CPU",
                        within.size(),
                        set,
                        rest.total() + spinners,
                        (double) spinners,
                        PeakLoad.MOST));
            }
        }
        return Optional.empty();
    }
}
