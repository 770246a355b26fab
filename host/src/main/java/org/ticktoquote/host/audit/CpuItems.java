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
import org.ticktoquote.host.machine.UsableCpus;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.Cpus.IdleState;
import org.ticktoquote.host.state.Interrupt;
import org.ticktoquote.host.state.ProcessTable;

/** Audit items of CPUs: isolation, frequency, idle states and interrupts. */
final class CpuItems {
    static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = Map.ofEntries(
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
    private static final long MAX_EXIT_US = 10;
    private static final int PROCESSES = 4;
    private static final String NO_TURBO = "/sys/devices/system/cpu/intel_pstate/no_turbo";
    private static final String BOOST = "/sys/devices/system/cpu/cpufreq/boost";
    private static final String SMT = "/sys/devices/system/cpu/smt";
    /** Best value by file. An energy performance preference of 0 also means {@code performance}. */
    private static final Map<String, String> BIASES = new TreeMap<>(
            Map.of("power/energy_perf_bias", "0", "cpufreq/energy_performance_preference", "performance"));

    private static final String WORK_QUEUES = "/sys/devices/virtual/workqueue/cpumask";
    private static final int SHOWN = 4;
    private static final int HEX = 16;
    static final String MASK = "[0-9a-fA-F,]+";

    private CpuItems() {}

    private static CheckResult isolated(AuditedHost view) {
        CpuList isolated = view.cpus().isolated();
        if (!isolated.isEmpty()) {
            return CheckResult.fit(isolated + " of " + view.cpus().online());
        }
        if (!view.reserved().isEmpty()) {
            return CheckResult.deviates(
                            view.reserved() + " of " + view.cpus().online()
                                    + ", kept free by the mask of process 1; the kernel still balances threads on them",
                            "boot parameter isolcpus=managed_irq,domain," + view.reserved()
                                    + " (no_balance_cores of tuned)")
                    .withSeverity(NOTE);
        }
        CpuList candidates = view.cpus().isolationCandidates();
        return CheckResult.deviates(
                "none of " + view.cpus().online(),
                candidates.isEmpty()
                        ? "use a host with more than one CPU"
                        : "boot parameter isolcpus=managed_irq,domain," + candidates);
    }

    private static CheckResult covered(AuditedHost view, CpuList covered, String parameter) {
        CpuList isolated = view.reserved();
        CpuList wanted = isolated.isEmpty() ? view.cpus().isolationCandidates() : isolated;
        boolean fit = !covered.isEmpty() && covered.containsAll(isolated);
        return fit
                ? CheckResult.fit(covered.toString())
                : CheckResult.deviates(
                        covered.isEmpty() ? "none" : covered + ", not " + isolated.without(covered),
                        wanted.isEmpty() ? "" : "boot parameter " + parameter + "=" + wanted);
    }

    private static CheckResult governor(AuditedHost view) {
        Reading governors = view.cpus().perCpu(view.host(), "cpufreq/scaling_governor");
        if (governors.absent()) {
            return hidden(view, "no cpufreq driver: set maximum performance in the firmware");
        }
        return CheckResult.of(
                governors,
                found -> found.equals("performance")
                        ? CheckResult.fit(found)
                        : CheckResult.deviates(found, governorSettings(view))
                                .withCommand("cpupower frequency-set -g performance"));
    }

    private static CheckResult hidden(AuditedHost view, String otherwise) {
        return CheckResult.unknown(view.isVirtual() ? "the hypervisor decides and does not report it" : otherwise);
    }

    private static List<FileSetting> governorSettings(AuditedHost view) {
        return view.cpus().online().numbers().stream()
                .map(cpu -> Cpus.path(cpu, "cpufreq/scaling_governor"))
                .filter(path -> view.line(path).known())
                .map(path -> new FileSetting(path, "performance"))
                .toList();
    }

    private static CheckResult turbo(AuditedHost view) {
        Reading noTurbo = view.line(NO_TURBO);
        Reading boost = view.line(BOOST);
        if (!noTurbo.known() && !boost.known()) {
            return hidden(view, "neither intel_pstate/no_turbo nor cpufreq/boost exists: check the firmware setup");
        }
        FileSetting off = noTurbo.known() ? new FileSetting(NO_TURBO, "1") : new FileSetting(BOOST, "0");
        boolean isOff = (noTurbo.known() ? noTurbo : boost).or("").equals(off.wanted());
        return isOff ? CheckResult.fit("off") : CheckResult.deviates("on", List.of(off));
    }

    private static CheckResult idleStates(AuditedHost view) {
        if (view.boot().parameter("idle").filter("poll"::equals).isPresent()) {
            return CheckResult.fit("none: idle=poll");
        }
        List<IdleState> states = IdleState.read(view.host(), view.cpus());
        if (states.isEmpty()) {
            return hidden(view, "no cpuidle driver: disable C-states in the firmware");
        }
        List<IdleState> slow = states.stream()
                .filter(state -> !state.disabled() && !state.held() && state.exitUs() > MAX_EXIT_US)
                .toList();
        Reading request = view.host().file(IdleState.REQUEST);
        if (!slow.isEmpty() && !request.known() && !request.absent()) {
            return CheckResult.unknown(names(slow) + ", unless a latency request prevents them: " + request.problem());
        }
        return slow.isEmpty()
                ? CheckResult.fit(names(states.stream()
                        .filter(state -> !state.disabled() && !state.held())
                        .toList()))
                : CheckResult.deviates(
                                names(slow),
                                slow.stream()
                                        .map(state -> new FileSetting(state.disableFile(), "1"))
                                        .toList())
                        .withCommand("cpupower idle-set -D " + MAX_EXIT_US + ", or boot parameter idle=poll");
    }

    private static CheckResult siblings(AuditedHost view) {
        if (view.reserved().isEmpty()) {
            return CheckResult.fit("no CPU is isolated");
        }
        CpuList shared = view.reserved().numbers().stream()
                .map(cpu -> UsableCpus.siblings(view.host(), cpu))
                .reduce(CpuList.none(), CpuList::union)
                .intersection(view.housekeeping());
        return shared.isEmpty()
                ? CheckResult.fit("none does")
                : CheckResult.deviates(
                        shared + " share cores with isolated CPUs", "isolate " + shared + " too, or boot with nosmt");
    }

    private static CheckResult energyBias(AuditedHost view) {
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
        return CheckResult.of(words, settings);
    }

    private static String names(List<IdleState> states) {
        TreeSet<String> names = new TreeSet<>();
        for (IdleState state : states) {
            names.add(String.format(Locale.ROOT, "%s (%d us)", state.name(), state.exitUs()));
        }
        return names.isEmpty() ? "none allowed" : String.join(", ", names);
    }

    private static CheckResult hyperThreads(AuditedHost view) {
        Reading active = view.line(SMT + "/active");
        if (!active.known()) {
            return CheckResult.unknown(active);
        }
        if (active.or("").equals("0")) {
            return CheckResult.fit(view.isVirtual() ? "off, as far as the hypervisor reports" : "off");
        }
        return CheckResult.deviates("on", List.of(new FileSetting(SMT + "/control", "off")))
                .withCommand("boot parameter nosmt, or until the next boot: echo off > " + SMT + "/control");
    }

    private static CheckResult allowed(AuditedHost view) {
        Cpus cpus = view.cpus();
        String found = cpus.allowed().count() + " (" + cpus.allowed() + ")";
        CpuList missed = view.housekeeping()
                .without(cpus.online().without(cpus.allowed()))
                .without(cpus.inherited());
        if (!missed.isEmpty()) {
            return CheckResult.deviates(
                    found + ", but started without " + missed, "start t2q without taskset, numactl or a pinned parent");
        }
        if (!cpus.allowed().containsAll(view.reserved())) {
            return CheckResult.deviates(
                    found + ", without isolated " + view.reserved().without(cpus.allowed()),
                    "give the cpuset or container the isolated CPUs");
        }
        return CheckResult.of(
                found,
                cpus.allowed().count() >= PROCESSES,
                "use a larger host, or give the container or cpuset more CPUs");
    }

    private static CheckResult threads(AuditedHost view) {
        if (view.processes().isEmpty()) {
            return CheckResult.unknown(ProcessTable.NONE);
        }
        IntSummaryStatistics priorities = view.processes().all().stream()
                .filter(process -> process.name().startsWith("irq/"))
                .mapToInt(ProcessTable.Entry::realTimePriority)
                .summaryStatistics();
        if (priorities.getCount() == 0) {
            return CheckResult.fit("none");
        }
        String range = priorities.getMin() == priorities.getMax()
                ? Integer.toString(priorities.getMax())
                : priorities.getMin() + " to " + priorities.getMax();
        return CheckResult.fit(priorities.getCount() + " of priority " + range);
    }

    private static CheckResult balancer(AuditedHost view) {
        if (view.processes().isEmpty()) {
            return CheckResult.unknown(ProcessTable.NONE);
        }
        if (view.processes().running(Set.of("irqbalance")).isEmpty()) {
            return CheckResult.fit("not running");
        }
        String how = "systemctl disable --now irqbalance";
        return !view.reserved().isEmpty() && banned(view).containsAll(view.reserved())
                ? CheckResult.deviates("running, and keeps off " + view.reserved(), how)
                        .withSeverity(NOTE)
                : CheckResult.deviates("running", how);
    }

    /** Returns the CPUs that irqbalance avoids: the configured ones, otherwise isolated and tickless CPUs (cputree.c). */
    private static CpuList banned(AuditedHost view) {
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
        return view.cpus().isolated().union(view.cpus().tickless());
    }

    private static CheckResult affinity(AuditedHost view) {
        CpuList isolated = view.reserved();
        List<Interrupt> all = Interrupt.read(view.host());
        if (isolated.isEmpty()) {
            return CheckResult.fit(all.size() + " interrupts of devices; no CPU is isolated");
        }
        if (all.isEmpty()) {
            return CheckResult.unknown("/proc/irq or /proc/interrupts cannot be read");
        }
        List<Interrupt> strays =
                all.stream().filter(one -> one.cpus().intersects(isolated)).toList();
        if (strays.isEmpty()) {
            return CheckResult.fit("none of " + all.size() + " on " + isolated);
        }
        String names = strays.stream()
                .limit(SHOWN)
                .map(one -> one.number() + " " + one.device() + " on " + one.cpus())
                .collect(Collectors.joining(", "));
        int more = Math.max(0, strays.size() - SHOWN);
        return CheckResult.deviates(names + (more == 0 ? "" : " and " + more + " more"), settings(strays, view));
    }

    private static List<FileSetting> settings(List<Interrupt> strays, AuditedHost view) {
        String housekeeping = view.housekeeping().toString();
        return strays.stream()
                .map(one -> new FileSetting(one.affinityFile(), housekeeping))
                .toList();
    }

    private static CheckResult workQueues(AuditedHost view) {
        CpuList isolated = view.reserved();
        if (isolated.isEmpty()) {
            return CheckResult.fit("no CPU is isolated");
        }
        Reading mask = view.line(WORK_QUEUES);
        if (!mask.known()) {
            return CheckResult.unknown(mask);
        }
        if (!mask.or("").matches(MASK)) {
            return CheckResult.unknown("'" + mask.or("") + "' is not a CPU mask");
        }
        CpuList cpus = ofMask(mask.or(""));
        return cpus.intersects(isolated)
                ? CheckResult.deviates(
                        "on " + cpus, List.of(new FileSetting(WORK_QUEUES, mask(view.housekeeping(), mask.or("")))))
                : CheckResult.fit("on " + cpus);
    }

    static CpuList ofMask(String mask) {
        BigInteger bits = new BigInteger("0" + mask.replace(",", ""), HEX);
        CpuList cpus = CpuList.none();
        for (int cpu = 0; cpu < bits.bitLength(); cpu++) {
            cpus = bits.testBit(cpu) ? cpus.union(CpuList.of(cpu)) : cpus;
        }
        return cpus;
    }

    /** Formats CPUs as a hexadecimal mask with the length and commas of {@code shape}, a mask read from the kernel. */
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
