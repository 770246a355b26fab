package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.host.jvm.ApplicationJava;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.MaskRestorer;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.keep.MaskRestorer.Restored;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.keep.ThreadMasks;
import org.ticktoquote.host.keep.ThreadMasks.LinuxMasks;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.keep.ThreadPlacer;
import org.ticktoquote.host.keep.ThreadReport;
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.manage.AffinityLog.InterruptAffinities;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.placement.ThreadPlanner;
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ThreadLoads;
import org.ticktoquote.host.threads.ThreadLoads.Load;
import org.ticktoquote.host.threads.ThreadLoads.PeakLoad;

/**
 * Applies a plan to the threads of a running process, places new threads as they appear, and restores the original masks.
 * Logs each action in the process's {@link AffinityLog} before performing it. Not thread-safe.
 */
public final class ThreadManager {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final String PLAN_HASH = "planSha256";
    private static final int HASH_DIGITS = 64;
    private static final int SHOWN_DIGITS = 12;
    private static final int MAX_RULE_LENGTH = 60;
    /** Threads with this load or more are polling and take a whole CPU of their set. */
    private static final double SPINS = 0.95;

    private static final int WINDOWS = 10;
    private static final Pattern RELEASE = Pattern.compile(".* (\\d+)\\S*$");
    private static final int FIRST_UNSAFE = 14;
    private static final int FIRST_SAFE = 25;

    private final Host host;
    private final ManagedApplication application;
    private final ProcessFiles files;
    /** Used by the watching thread, since the buffers of {@link #files} are not thread-safe. */
    private final ProcessFiles watched = new ProcessFiles();

    private final Consumer<String> out;

    /** @param out receives lines for the user, also from the watching thread */
    public ThreadManager(Host host, ManagedApplication application, ProcessFiles files, Consumer<String> out) {
        this.host = host;
        this.application = application;
        this.files = files;
        this.out = out;
    }

    /**
     * Applies a plan and keeps it in force until the process ends or the caller stops.
     *
     * @param choice a plan, not {@code unmanaged}
     * @param interrupts CPUs to move device interrupts to; none to leave them
     * @param keep whether to keep the planned masks at the end
     * @param ended whether to stop; polled twice a second
     * @return {@link ExitStatus#OK}, or {@link ExitStatus#ENVIRONMENT} if something was not restored
     * @throws ProblemException with {@link ExitStatus#ENVIRONMENT} if the plan is unsuitable or an earlier plan is in force,
     * before any change; or if monitoring fails, after masks are restored
     */
    public ExitStatus apply(ThreadChoice choice, CpuList interrupts, boolean keep, BooleanSupplier ended) {
        ThreadPlanner planner = choice.planner().orElseThrow();
        UsableCpus machine = UsableCpus.read(host, application.pid());
        require(choice, planner, machine, interrupts);
        try (AffinityLog log = AffinityLog.open(application.log(), "t2q threads apply")) {
            if (log.state().inForce()) {
                throw refusal("masks of an earlier plan are in force: t2q threads restore --pid " + application.pid());
            }
            log.begin(AffinityLog.line("begin")
                    .put("pid", application.pid())
                    .put("startTicks", application.startTicks())
                    .put("boot", application.boot())
                    .put("plan", choice.name())
                    .put("planYaml", choice.yaml())
                    .put(
                            PLAN_HASH,
                            Sha256.ofText(choice.yaml().isEmpty() ? choice.text() : choice.yaml(), HASH_DIGITS)));
            LoggedMasks masks = new LoggedMasks(log);
            ThreadPlacer placer = placer(planner, machine, masks, log);
            try {
                placer.placeAndScan();
                new InterruptAffinities(host, log).move(interrupts).forEach(out);
                planner.notes(machine).forEach(out);
                verify(planner, machine, log.state());
                out.accept("log: " + application.log());
                out.accept("keeping new threads in the plan; Ctrl-C "
                        + (keep ? "stops this and keeps the masks" : "restores all masks"));
                while (!ended.getAsBoolean() && application.runs(files)) {
                    placer.requireWatching();
                    LockSupport.parkNanos(POLL_NS);
                }
            } catch (RuntimeException e) {
                end(log, masks, restore(placer, masks));
                throw e;
            }
            if (keep) {
                placer.stop();
                return ExitStatus.OK;
            }
            return end(log, masks, restore(placer, masks));
        }
    }

    /** Restores the masks, and counts those left then; masks left earlier, under the plan, can differ. */
    private static Optional<ThreadReport> restore(ThreadPlacer placer, LoggedMasks masks) {
        placer.stop();
        masks.foreign = 0;
        return placer.restore();
    }

    private ThreadPlacer placer(ThreadPlanner planner, UsableCpus machine, LoggedMasks masks, AffinityLog log) {
        return new ThreadPlacer(
                planner,
                machine,
                new HostProcesses(
                        List.of(new ManagedProcess(ThreadOwner.APPLICATION, application.pid(), true)), List.of()),
                watched,
                masks,
                original -> logOriginals(log, original));
    }

    private void require(ThreadChoice choice, ThreadPlanner planner, UsableCpus machine, CpuList interrupts) {
        List<Placement> placements = planner.place(machine, application.threads(files));
        unused(planner, placements).forEach(out);
        emptyPlan(application.pid(), placements)
                .or(() -> machineProblem(host, planner, machine, placements, interrupts))
                .or(() -> interruptProblem(host, application, interrupts))
                .or(() -> jvmProblem(files, application.pid()))
                .or(() -> loadProblem(files, application.pid(), placements))
                .ifPresent(reason -> {
                    throw refusal(choice.name() + ": " + reason);
                });
    }

    private static ProblemException refusal(String reason) {
        return Problem.ofFault(reason).exception(ExitStatus.ENVIRONMENT);
    }

    /** Forces the original masks to disk before any of them changes. */
    private void logOriginals(AffinityLog log, OriginalMasks original) {
        if (!log.state().usual().equals(original.usual())) {
            log.write(AffinityLog.line("usual").put("before", original.usual()));
        }
        for (ThreadMask thread : original.threads()) {
            String name = watched.stat(application.pid(), thread.tid())
                    .map(ThreadStat::name)
                    .orElse("");
            log.write(AffinityLog.line("original", "thread", thread.tid(), thread.startTicks(), name)
                    .put("before", thread.cpus()));
        }
        log.force();
    }

    private CpuList allowed() {
        return Cpus.read(host).allowed(host, application.pid());
    }

    private ExitStatus end(AffinityLog log, LoggedMasks masks, Optional<ThreadReport> account) {
        account.ifPresent(known -> out.accept("new threads: " + known.totals().newcomers() + " ("
                + known.totals().corrected() + " had to be moved); monitoring: "
                + DurationText.format(known.watch().cpuNs()) + " of CPU in "
                + DurationText.format(known.watch().elapsedNs()) + ", longest pause "
                + DurationText.format(known.watch().longestGapNs())));
        return end(log, masks, account.map(ThreadReport::restored).orElse(Restored.NONE));
    }

    /**
     * Restores interrupts and ends the plan in the log. Keeps masks changed by another process. If the kernel refuses a mask,
     * the plan stays in force and the next restore retries.
     */
    private ExitStatus end(AffinityLog log, LoggedMasks masks, Restored restored) {
        InterruptAffinities devices = new InterruptAffinities(host, log);
        devices.restore().forEach(out);
        int refused = restored.refused() - masks.foreign();
        out.accept("process " + application.pid() + ": "
                + new Restored(restored.restored(), restored.newcomers(), restored.gone(), refused).description()
                + (refused == 0 ? "" : " (its cpuset is CPUs " + allowed() + ")")
                + (masks.foreign() == 0 ? "" : ", " + masks.foreign() + " left as another process set them"));
        if (refused == 0 && devices.refused() == 0) {
            log.write(
                    AffinityLog.line("end").put("restored", restored.restored()).put("foreign", masks.foreign()));
            log.force();
        }
        return restored.refused() + devices.refused() + devices.foreign() == 0 ? ExitStatus.OK : ExitStatus.ENVIRONMENT;
    }

    /**
     * Restores the masks that threads had before the plan, even if the process that applied it was killed. If the managed
     * process has ended, restores interrupts only.
     *
     * @return {@link ExitStatus#OK}, or {@link ExitStatus#ENVIRONMENT} if something was not restored
     */
    public ExitStatus restore() {
        if (!Files.exists(application.log())
                || !AffinityLog.read(application.log()).inForce()) {
            out.accept("nothing to restore: no plan of t2q threads apply is in force for process " + application.pid());
            return ExitStatus.OK;
        }
        try (AffinityLog log = AffinityLog.open(application.log(), "t2q threads restore")) {
            LoggedMasks masks = new LoggedMasks(log);
            OriginalMasks originals = log.state().originals(application.pid());
            return end(
                    log,
                    masks,
                    application.runs(files)
                            ? new MaskRestorer(files, masks).restore(originals)
                            : new Restored(0, 0, originals.threads().size(), 0));
        }
    }

    /**
     * Compares masks with the plan in force.
     *
     * @return {@link ExitStatus#FAILED} if a thread does not have its planned mask
     */
    public ExitStatus verify() {
        AffinityReplay replay = application.replay();
        if (!replay.inForce()) {
            throw Problem.ofFault("no plan is in force for process " + application.pid() + ": it was restored")
                    .exception();
        }
        ThreadChoice choice = ThreadChoice.received(
                replay.plan().path("plan").asText(),
                replay.plan().path("planYaml").asText());
        boolean asPlanned = verify(choice.planner().orElseThrow(), UsableCpus.read(host, application.pid()), replay);
        return asPlanned ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private boolean verify(ThreadPlanner planner, UsableCpus machine, AffinityReplay replay) {
        LinuxMasks masks = new LinuxMasks();
        long placed = 0;
        long wrong = 0;
        for (Placement placement : planner.place(machine, application.threads(files))) {
            FoundThread thread = placement.thread();
            Optional<CpuList> found = placement.leftAlone() ? Optional.empty() : masks.read(thread.tid());
            placed += found.isPresent() ? 1 : 0;
            if (found.filter(mask -> !mask.equals(placement.cpus())).isPresent()) {
                wrong++;
                out.accept("thread " + thread.tid() + " " + thread.name() + ": may run on " + found.get()
                        + ", expected " + placement.cpus() + " by rule " + placement.rule());
            }
        }
        out.accept("process " + application.pid() + ": " + (placed - wrong) + " of " + placed + " threads run where "
                + planner.name() + " has them (sha256 "
                + replay.plan().path(PLAN_HASH).asText().substring(0, SHOWN_DIGITS) + ")");
        return wrong == 0;
    }

    /**
     * Masks of one process's threads, with a line in an {@link AffinityLog} before and after each call. A restore leaves
     * masks that differ from the log, because another process changed them. Not thread-safe.
     */
    private final class LoggedMasks implements ThreadMasks {
        private static final int NOT_MADE = 0;

        private final ThreadMasks masks = new LinuxMasks();
        private final AffinityLog log;
        private int foreign;

        LoggedMasks(AffinityLog log) {
            this.log = log;
        }

        private ObjectNode line(String action, ThreadStat thread) {
            return AffinityLog.line(action, "thread", thread.tid(), thread.startTicks(), thread.name());
        }

        @Override
        public Optional<CpuList> read(long tid) {
            return masks.read(tid);
        }

        @Override
        public MaskChange set(long tid, CpuList cpus, String reason) {
            Optional<ThreadStat> stat = watched.stat(application.pid(), tid);
            Optional<CpuList> before = masks.read(tid);
            if (stat.isEmpty() || before.isEmpty()) {
                return MaskChange.GONE;
            }
            String found = before.get().toString();
            if (reason.equals(MaskRestorer.REASON)) {
                Set<String> known = log.masks(tid, stat.get().startTicks());
                if (before.get().equals(cpus)) {
                    return MaskChange.DONE;
                }
                if (!known.isEmpty() && !known.contains(found)) {
                    drift(stat.get(), known.iterator().next(), found);
                    foreign++;
                    out.accept("thread " + tid + " " + stat.get().name() + ": left on " + found
                            + " as another process set it; to restore it: taskset -pc " + cpus + " " + tid);
                    return MaskChange.refused(NOT_MADE, "another process set it to " + found);
                }
            }
            log.write(call("intended", stat.get(), found, cpus, reason));
            MaskChange change = masks.set(tid, cpus, reason);
            String after = masks.read(tid).map(CpuList::toString).orElse("");
            log.write(call("completed", stat.get(), found, cpus, reason)
                    .put("readBack", after)
                    .put("errno", change.errno()));
            return change;
        }

        private ObjectNode call(String action, ThreadStat thread, String before, CpuList requested, String reason) {
            return log.call(line(action, thread), before, requested.toString(), reason);
        }

        /** Keeps a mask changed by another process, so that two managers never keep correcting each other. */
        @Override
        public boolean maskChanged(FoundThread thread, CpuList expected, CpuList found) {
            watched.stat(application.pid(), thread.tid())
                    .ifPresent(stat -> drift(stat, expected.toString(), found.toString()));
            CpuList allowed = allowed();
            out.accept("thread " + thread.tid() + " " + thread.name() + ": its mask became " + found + " instead of "
                    + expected
                    + (allowed.containsAll(expected)
                            ? ": changed by another process or the thread itself, and kept"
                            : ": its cpuset is CPUs " + allowed + " now"));
            return false;
        }

        @Override
        public void ended(FoundThread thread) {
            boolean gone = !watched.hasThread(application.pid(), thread.tid())
                    || watched.stat(application.pid(), thread.tid())
                            .filter(stat -> !thread.is(stat))
                            .isPresent();
            if (gone && !log.masks(thread.tid(), thread.startTicks()).isEmpty()) {
                log.write(AffinityLog.line("ended", "thread", thread.tid(), thread.startTicks(), thread.name()));
            }
        }

        private void drift(ThreadStat thread, String expected, String found) {
            log.write(line("drift", thread).put("before", expected).put("readBack", found));
        }

        /** Returns the number of masks left because another process changed them. */
        int foreign() {
            return foreign;
        }
    }

    /** Returns a sentence for each rule that places no thread. */
    public static List<String> unused(ThreadPlanner planner, List<Placement> placements) {
        Set<String> used = placements.stream().map(Placement::rule).collect(Collectors.toSet());
        return planner.ruleNames().stream()
                .filter(rule -> !used.contains(rule))
                .map(rule ->
                        "rule " + (rule.length() > MAX_RULE_LENGTH ? rule.substring(0, MAX_RULE_LENGTH) + "..." : rule)
                                + ": matches no thread of the process")
                .toList();
    }

    /** Returns an error if the plan places no thread; otherwise empty. */
    public static Optional<String> emptyPlan(long pid, List<Placement> placements) {
        return placements.stream().allMatch(Placement::leftAlone)
                ? Optional.of("it places none of the " + placements.size() + " threads of process " + pid
                        + ": expected CPUs for at least one of them, by a rule or by default")
                : Optional.empty();
    }

    /** Returns why the plan does not fit a machine; empty if it does. */
    static Optional<String> machineProblem(
            Host host, ThreadPlanner planner, UsableCpus machine, List<Placement> placements, CpuList interrupts) {
        CpuList online = Cpus.read(host).online();
        CpuList named = placements.stream().map(Placement::cpus).reduce(CpuList.none(), CpuList::union);
        return offline("it", named, online)
                .or(() -> offline("--interrupts", interrupts, online))
                .or(() -> planner.problem(machine, ThreadOwner.ALL));
    }

    private static Optional<String> offline(String what, CpuList named, CpuList online) {
        CpuList offline = named.without(online);
        return offline.isEmpty()
                ? Optional.empty()
                : Optional.of(what + " names CPU " + offline + ", which is not online");
    }

    /** Returns which other process's plan has moved interrupts, so that their current masks are not the original ones. */
    static Optional<String> interruptProblem(Host host, ManagedApplication application, CpuList interrupts) {
        return interrupts.isEmpty()
                ? Optional.empty()
                : ManagedApplication.inForce(host, pid -> pid != application.pid()).stream()
                        .filter(other -> other.replay().hasMovedInterrupts())
                        .map(other -> "--interrupts: interrupts moved with the plan of process " + other.pid()
                                + " are not restored: t2q threads restore --pid " + other.pid())
                        .findFirst();
    }

    /** Returns why the JVM could crash under the plan; empty if no risk is known. */
    static Optional<String> jvmProblem(ProcessFiles files, long pid) {
        Map<String, String> facts = ApplicationJava.facts(Set.of(pid));
        String flags = facts.getOrDefault(ApplicationJava.FLAGS_FACT, "") + " ";
        Matcher release = RELEASE.matcher(facts.getOrDefault(ApplicationJava.FACT, ""));
        boolean collects = files.stats(pid).anyMatch(thread -> thread.name().startsWith("G1 "));
        if (!collects
                || flags.lastIndexOf("-XX:+UseNUMA ") <= flags.lastIndexOf("-XX:-UseNUMA ")
                || !release.matches()) {
            return Optional.empty();
        }
        int feature = Integer.parseInt(release.group(1));
        return feature < FIRST_UNSAFE || feature >= FIRST_SAFE
                ? Optional.empty()
                : Optional.of(
                        "its JVM " + feature + " has G1 with -XX:+UseNUMA, which can crash when threads change their"
                                + " memory node (JDK-8351500): start it without -XX:+UseNUMA");
    }

    /** Watches the threads for a second and returns why their peak loads do not fit their CPUs; empty if they fit. */
    static Optional<String> loadProblem(ProcessFiles files, long pid, List<Placement> placements) {
        try (ThreadLoads loads = new ThreadLoads(files, pid, WINDOWS)) {
            loads.watch(() -> true);
            return loadProblem(loads.loads(), placements);
        }
    }

    /** Checks the load of each CPU set, including the sets within it. */
    static Optional<String> loadProblem(Map<Long, Load> loads, List<Placement> placements) {
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
            double room = PeakLoad.MAX_CPU_LOAD * Math.max(0, set.count() - spinners);
            if (spinners > set.count() || rest.total() > room + (spinners > 0 ? 1 - PeakLoad.MAX_CPU_LOAD : 0)) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "%d threads on CPU %s have a load of %.2f at their peaks, %.2f of it polling:"
                                + " expected at most %.1f for each CPU without a polling thread",
                        within.size(),
                        set,
                        rest.total() + spinners,
                        (double) spinners,
                        PeakLoad.MAX_CPU_LOAD));
            }
        }
        return Optional.empty();
    }
}
