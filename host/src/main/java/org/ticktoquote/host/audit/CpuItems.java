package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.NOTE;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ticktoquote.host.change.Setting.FileSetting;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.Cpus.IdleState;
import org.ticktoquote.host.state.Interrupt;
import org.ticktoquote.host.state.ProcessTable;

/** Audit items of CPUs: isolation, frequency, idle states and interrupts. */
final class CpuItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("isolated-cpus", CpuItems::isolated),
            entry("tickless-cpus", view -> covered(view, view.cpus().tickless(), "nohz_full")),
            entry("callback-free-cpus", view -> covered(view, view.cpus().withoutCallbacks(), "rcu_nocbs")),
            entry("governor", CpuItems::governor),
            entry("turbo", CpuItems::turbo),
            entry("idle-states", CpuItems::idleStates),
            entry("hyper-threads", CpuItems::hyperThreads),
            entry("cpus-allowed", CpuItems::allowed),
            entry("shared-cores", CpuItems::siblings),
            entry("energy-bias", CpuItems::energyBias),
            entry("irqbalance", CpuItems::balancer),
            entry("interrupt-affinity", CpuItems::affinity),
            entry("kernel-work-queues", CpuItems::workQueues),
            entry("interrupt-threads", CpuItems::threads));
    private static final long LONGEST_EXIT_US = 10;
    private static final int PROCESSES = 4;
    private static final String NO_TURBO = "/sys/devices/system/cpu/intel_pstate/no_turbo";
    private static final String BOOST = "/sys/devices/system/cpu/cpufreq/boost";
    private static final String SMT = "/sys/devices/system/cpu/smt";
    /** Best value by file. A preference of 0 also means {@code performance}. */
    private static final Map<String, String> BIASES = new TreeMap<>(
            Map.of("power/energy_perf_bias", "0", "cpufreq/energy_performance_preference", "performance"));

    private static final String WORK_QUEUES = "/sys/devices/virtual/workqueue/cpumask";
    private static final int SHOWN = 4;
    private static final int HEX = 16;
    static final String MASK = "[0-9a-fA-F,]+";

    private CpuItems() {}

    private static Answer isolated(View view) {
        CpuList isolated = view.cpus().isolated();
        if (!isolated.isEmpty()) {
            return Answer.fit(isolated + " of " + view.cpus().online());
        }
        if (!view.reserved().isEmpty()) {
            return Answer.deviates(
                            view.reserved() + " of " + view.cpus().online()
                                    + ", kept free by the mask of process 1: the kernel still balances threads on them",
                            "boot parameter isolcpus=managed_irq,domain," + view.reserved()
                                    + " (no_balance_cores of tuned)")
                    .weighing(NOTE);
        }
        CpuList candidates = view.cpus().worthIsolating();
        return Answer.deviates(
                "none of " + view.cpus().online(),
                candidates.isEmpty()
                        ? "use a host with more than one CPU"
                        : "boot parameter isolcpus=managed_irq,domain," + candidates);
    }

    private static Answer covered(View view, CpuList covered, String parameter) {
        CpuList isolated = view.reserved();
        CpuList wanted = isolated.isEmpty() ? view.cpus().worthIsolating() : isolated;
        boolean fit = !covered.isEmpty() && covered.containsAll(isolated);
        return fit
                ? Answer.fit(covered.toString())
                : Answer.deviates(
                        covered.isEmpty() ? "none" : covered + ", not " + isolated.without(covered),
                        wanted.isEmpty() ? "" : "boot parameter " + parameter + "=" + wanted);
    }

    private static Answer governor(View view) {
        Reading governors = view.cpus().perCpu(view.host(), "cpufreq/scaling_governor");
        if (governors.absent()) {
            return hidden(view, "no cpufreq driver: the firmware decides; set it to maximum performance there");
        }
        return Answer.of(
                governors,
                found -> found.equals("performance")
                        ? Answer.fit(found)
                        : Answer.deviates(found, governorSettings(view)).by("cpupower frequency-set -g performance"));
    }

    private static Answer hidden(View view, String otherwise) {
        return Answer.unknown(view.isVirtual() ? "the hypervisor decides and does not report it" : otherwise);
    }

    private static List<FileSetting> governorSettings(View view) {
        return view.cpus().online().numbers().stream()
                .map(cpu -> Cpus.path(cpu, "cpufreq/scaling_governor"))
                .filter(path -> view.line(path).known())
                .map(path -> new FileSetting(path, "performance"))
                .toList();
    }

    private static Answer turbo(View view) {
        Reading noTurbo = view.line(NO_TURBO);
        Reading boost = view.line(BOOST);
        if (!noTurbo.known() && !boost.known()) {
            return hidden(
                    view, "neither intel_pstate/no_turbo nor cpufreq/boost exists: look into the firmware's setup");
        }
        FileSetting off = noTurbo.known() ? new FileSetting(NO_TURBO, "1") : new FileSetting(BOOST, "0");
        boolean isOff = (noTurbo.known() ? noTurbo : boost).or("").equals(off.wanted());
        return isOff ? Answer.fit("off") : Answer.deviates("on", List.of(off));
    }

    private static Answer idleStates(View view) {
        if (view.boot().value("idle").filter("poll"::equals).isPresent()) {
            return Answer.fit("none: idle=poll");
        }
        List<IdleState> states = IdleState.read(view.host(), view.cpus());
        if (states.isEmpty()) {
            return hidden(view, "no cpuidle: the firmware decides; disable C-states there");
        }
        List<IdleState> slow = states.stream()
                .filter(state -> !state.disabled() && !state.held() && state.exitUs() > LONGEST_EXIT_US)
                .toList();
        Reading request = view.host().file(IdleState.REQUEST);
        if (!slow.isEmpty() && !request.known() && !request.absent()) {
            return Answer.unknown(names(slow) + ", unless a latency request holds them: " + request.problem());
        }
        return slow.isEmpty()
                ? Answer.fit(names(states.stream()
                        .filter(state -> !state.disabled() && !state.held())
                        .toList()))
                : Answer.deviates(
                                names(slow),
                                slow.stream()
                                        .map(state -> new FileSetting(state.disableFile(), "1"))
                                        .toList())
                        .by("cpupower idle-set -D " + LONGEST_EXIT_US + ", or boot parameter idle=poll");
    }

    private static Answer siblings(View view) {
        if (view.reserved().isEmpty()) {
            return Answer.fit("no CPU is isolated");
        }
        CpuList shared = view.reserved().numbers().stream()
                .map(cpu -> Topology.siblings(view.host(), cpu))
                .reduce(CpuList.none(), CpuList::and)
                .within(view.housekeeping());
        return shared.isEmpty()
                ? Answer.fit("none does")
                : Answer.deviates(
                        shared + " share cores with isolated CPUs", "isolate " + shared + " too, or boot with nosmt");
    }

    private static Answer energyBias(View view) {
        List<FileSetting> settings = new ArrayList<>();
        TreeSet<String> found = new TreeSet<>();
        BIASES.forEach((file, best) -> {
            for (int cpu : view.cpus().online().numbers()) {
                Reading value = view.line(Cpus.path(cpu, file));
                value.optional().ifPresent(text -> found.add(file.substring(file.indexOf('/') + 1) + " " + text));
                if (value.known() && !value.or("").equals(best) && !value.or("").equals("0")) {
                    settings.add(new FileSetting(Cpus.path(cpu, file), best));
                }
            }
        });
        String words = found.isEmpty() ? "the CPUs offer none" : String.join(", ", found);
        return Answer.of(words, settings);
    }

    private static String names(List<IdleState> states) {
        TreeSet<String> names = new TreeSet<>();
        for (IdleState state : states) {
            names.add(String.format(Locale.ROOT, "%s (%d us)", state.name(), state.exitUs()));
        }
        return names.isEmpty() ? "none allowed" : String.join(", ", names);
    }

    private static Answer hyperThreads(View view) {
        Reading active = view.line(SMT + "/active");
        if (!active.known()) {
            return Answer.unknown(active);
        }
        if (active.or("").equals("0")) {
            return Answer.fit(view.isVirtual() ? "off, as far as the hypervisor reports" : "off");
        }
        return Answer.deviates("on", List.of(new FileSetting(SMT + "/control", "off")))
                .by("boot parameter nosmt, or until the next boot: echo off > " + SMT + "/control");
    }

    private static Answer allowed(View view) {
        Cpus cpus = view.cpus();
        String found = cpus.allowed().count() + " (" + cpus.allowed() + ")";
        CpuList missed = view.housekeeping()
                .without(cpus.online().without(cpus.allowed()))
                .without(cpus.inherited());
        if (!missed.isEmpty()) {
            return Answer.deviates(
                    found + ", but started without " + missed, "start t2q without taskset, numactl or a pinned parent");
        }
        if (!cpus.allowed().containsAll(view.reserved())) {
            return Answer.deviates(
                    found + ", without isolated " + view.reserved().without(cpus.allowed()),
                    "give the cpuset or container the isolated CPUs");
        }
        return Answer.of(
                found,
                cpus.allowed().count() >= PROCESSES,
                "use a larger host, or give the container or cpuset more CPUs");
    }

    private static Answer threads(View view) {
        if (view.processes().isEmpty()) {
            return Answer.unknown(ProcessTable.NONE);
        }
        IntSummaryStatistics priorities = view.processes().all().stream()
                .filter(process -> process.name().startsWith("irq/"))
                .mapToInt(ProcessTable.Entry::realTimePriority)
                .summaryStatistics();
        if (priorities.getCount() == 0) {
            return Answer.fit("none");
        }
        String range = priorities.getMin() == priorities.getMax()
                ? Integer.toString(priorities.getMax())
                : priorities.getMin() + " to " + priorities.getMax();
        return Answer.fit(priorities.getCount() + " of priority " + range);
    }

    private static Answer balancer(View view) {
        if (view.processes().isEmpty()) {
            return Answer.unknown(ProcessTable.NONE);
        }
        if (view.processes().running(Set.of("irqbalance")).isEmpty()) {
            return Answer.fit("not running");
        }
        String how = "systemctl disable --now irqbalance";
        return !view.reserved().isEmpty() && banned(view).containsAll(view.reserved())
                ? Answer.deviates("running, and keeps off " + view.reserved(), how)
                        .weighing(NOTE)
                : Answer.deviates("running", how);
    }

    /** Returns the CPUs that irqbalance avoids: the configured ones, otherwise isolated and tickless CPUs (cputree.c). */
    private static CpuList banned(View view) {
        for (String file : List.of("/etc/sysconfig/irqbalance", "/etc/default/irqbalance")) {
            for (String line : view.host().file(file).or("").lines().toList()) {
                String value =
                        line.substring(line.indexOf('=') + 1).replace("\"", "").trim();
                if (line.startsWith("IRQBALANCE_BANNED_CPUS=") && value.matches(MASK)) {
                    return ofMask(value);
                }
                if (line.startsWith("IRQBALANCE_BANNED_CPULIST=") && !value.isEmpty()) {
                    return CpuList.parse(value);
                }
            }
        }
        return view.cpus().isolated().and(view.cpus().tickless());
    }

    private static Answer affinity(View view) {
        CpuList isolated = view.reserved();
        List<Interrupt> all = Interrupt.read(view.host());
        if (isolated.isEmpty()) {
            return Answer.fit(all.size() + " interrupts of devices; no CPU is isolated");
        }
        if (all.isEmpty()) {
            return Answer.unknown("/proc/irq or /proc/interrupts cannot be read");
        }
        List<Interrupt> strays =
                all.stream().filter(one -> one.cpus().intersects(isolated)).toList();
        if (strays.isEmpty()) {
            return Answer.fit("none of " + all.size() + " on " + isolated);
        }
        String names = strays.stream()
                .limit(SHOWN)
                .map(one -> one.number() + " " + one.device() + " on " + one.cpus())
                .collect(Collectors.joining(", "));
        int more = Math.max(0, strays.size() - SHOWN);
        return Answer.deviates(names + (more == 0 ? "" : " and " + more + " more"), settings(strays, view));
    }

    private static List<FileSetting> settings(List<Interrupt> strays, View view) {
        String housekeeping = view.housekeeping().toString();
        return strays.stream()
                .map(one -> new FileSetting(one.affinityFile(), housekeeping))
                .toList();
    }

    private static Answer workQueues(View view) {
        CpuList isolated = view.reserved();
        if (isolated.isEmpty()) {
            return Answer.fit("no CPU is isolated");
        }
        Reading mask = view.line(WORK_QUEUES);
        if (!mask.known()) {
            return Answer.unknown(mask);
        }
        if (!mask.or("").matches(MASK)) {
            return Answer.unknown("'" + mask.or("") + "' is no mask of CPUs");
        }
        CpuList cpus = ofMask(mask.or(""));
        return cpus.intersects(isolated)
                ? Answer.deviates(
                        "on " + cpus, List.of(new FileSetting(WORK_QUEUES, mask(view.housekeeping(), mask.or("")))))
                : Answer.fit("on " + cpus);
    }

    static CpuList ofMask(String mask) {
        BigInteger bits = new BigInteger("0" + mask.replace(",", ""), HEX);
        CpuList cpus = CpuList.none();
        for (int cpu = 0; cpu < bits.bitLength(); cpu++) {
            cpus = bits.testBit(cpu) ? cpus.and(CpuList.of(cpu)) : cpus;
        }
        return cpus;
    }

    /** Formats CPUs as a mask with as many digits and commas as {@code shape}, the kernel's own text. */
    static String mask(CpuList cpus, String shape) {
        BigInteger bits = BigInteger.ZERO;
        for (int cpu : cpus.numbers()) {
            bits = bits.setBit(cpu);
        }
        String digits = bits.toString(HEX);
        StringBuilder mask = new StringBuilder(shape.replaceAll("[0-9a-fA-F]", "0"));
        int next = digits.length() - 1;
        for (int at = mask.length() - 1; at >= 0 && next >= 0; at--) {
            if (mask.charAt(at) == '0') {
                mask.setCharAt(at, digits.charAt(next--));
            }
        }
        return mask.toString();
    }
}
