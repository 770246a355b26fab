package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.machine.Topology;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Cpus;
import org.ticktoquote.host.state.IdleState;

/** CPUs: which are kept free, how fast they run, how deeply they sleep. */
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
            entry("energy-bias", CpuItems::energyBias));

    private static final long LONGEST_EXIT_US = 10;
    private static final int PROCESSES = 4;
    private static final String NO_TURBO = "/sys/devices/system/cpu/intel_pstate/no_turbo";
    private static final String BOOST = "/sys/devices/system/cpu/cpufreq/boost";
    private static final String SMT = "/sys/devices/system/cpu/smt";

    /** Best value by file; a preference of 0 is {@code performance} too. */
    private static final Map<String, String> BIASES = new TreeMap<>(
            Map.of("power/energy_perf_bias", "0", "cpufreq/energy_performance_preference", "performance"));

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
            return view.isVirtual()
                    ? Answer.unknown("the hypervisor decides and does not report it")
                    : Answer.unknown("no cpufreq driver: the firmware decides; set it to maximum performance there");
        }
        if (!governors.known()) {
            return Answer.unknown(governors);
        }
        return governors.or("").equals("performance")
                ? Answer.fit("performance")
                : Answer.deviates(governors.or(""), governorSettings(view)).by("cpupower frequency-set -g performance");
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
        if (noTurbo.known()) {
            return noTurbo.or("").equals("1")
                    ? Answer.fit("off")
                    : Answer.deviates("on", List.of(new FileSetting(NO_TURBO, "1")));
        }
        if (boost.known()) {
            return boost.or("").equals("0")
                    ? Answer.fit("off")
                    : Answer.deviates("on", List.of(new FileSetting(BOOST, "0")));
        }
        return view.isVirtual()
                ? Answer.unknown("the hypervisor decides and does not report it")
                : Answer.unknown(
                        "neither intel_pstate/no_turbo nor cpufreq/boost exists: look into the firmware's setup");
    }

    private static Answer idleStates(View view) {
        if (view.boot().value("idle").filter("poll"::equals).isPresent()) {
            return Answer.fit("none: idle=poll");
        }
        List<IdleState> states = IdleState.read(view.host(), view.cpus());
        if (states.isEmpty()) {
            return view.isVirtual()
                    ? Answer.unknown("the hypervisor decides and does not report it")
                    : Answer.unknown("no cpuidle: the firmware decides; disable C-states there");
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
        return cpus.allowed().count() >= PROCESSES
                ? Answer.fit(found)
                : Answer.deviates(found, "use a larger host, or give the container or cpuset more CPUs");
    }
}
