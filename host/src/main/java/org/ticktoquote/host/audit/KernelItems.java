package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.NOTE;
import static org.ticktoquote.host.audit.Finding.Severity.WARNING;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.audit.HostAudit.Profile;
import org.ticktoquote.host.change.Setting.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.KernelKind.MitigationState;
import org.ticktoquote.host.state.ProcessTable;

/** Audit items of the kernel: real-time kind, clock source, watchdogs, boot parameters, tracing and auditing. */
final class KernelItems {
    static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = Map.ofEntries(
            entry("real-time-kernel", KernelItems::realTime),
            entry("clock-source", KernelItems::clockSource),
            entry("timer-slack", KernelItems::timerSlack),
            entry("mitigations", KernelItems::mitigations),
            entry("preemption", KernelItems::preemption),
            entry("base-slice", KernelItems::slice),
            entry("skewed-ticks", view -> boot(view, "skew_tick", Set.of("1"), "skew_tick=1")),
            entry("soft-lockup-watchdog", KernelItems::watchdog),
            entry("machine-check-polling", KernelItems::machineChecks),
            entry("clock-source-watchdog", KernelItems::clockWatchdog),
            entry(
                    "callback-polling",
                    view -> view.cpus().withoutCallbacks().isEmpty()
                            ? CheckResult.fit("no CPU is free of callbacks")
                            : boot(view, "rcu_nocb_poll", Set.of(""), "rcu_nocb_poll")),
            entry("tracing", KernelItems::tracing),
            entry("system-call-audit", KernelItems::audit));
    private static final Set<String> FAST_CLOCKS = Set.of("tsc", "arch_sys_counter");
    /** Clock sources that are read without a system call, but more slowly than the TSC. */
    private static final Set<String> VIRTUAL_CLOCKS = Set.of("kvm-clock", "hyperv_clocksource_tsc_page");

    static final String CLOCKS = "/sys/devices/system/clocksource/clocksource0";
    private static final long DEFAULT_SLACK_NS = 50_000;
    private static final String MACHINE_CHECKS = "/sys/devices/system/machinecheck/machinecheck0/";
    private static final long SLICE_NS = 3_000_000;
    private static final List<String> FOLDERS = List.of("/sys/kernel/tracing/", "/sys/kernel/debug/tracing/");
    private static final String PROBES = "/sys/kernel/debug/kprobes/list";

    private KernelItems() {}

    private static CheckResult realTime(AuditedHost view) {
        KernelKind kernel = KernelKind.read(view.host());
        if (!kernel.known()) {
            return CheckResult.unknown(kernel.version());
        }
        return CheckResult.of(
                kernel.description(),
                kernel.realTime(),
                "boot a PREEMPT_RT kernel (kernel-rt, linux-image-rt-amd64, linux-realtime)");
    }

    private static CheckResult clockSource(AuditedHost view) {
        Reading current = view.line(CLOCKS + "/current_clocksource");
        if (!current.known()) {
            return CheckResult.unknown(current);
        }
        String found = current.or("");
        if (FAST_CLOCKS.contains(found)) {
            return CheckResult.fit(found);
        }
        String available = view.line(CLOCKS + "/available_clocksource").or("");
        boolean tsc = Arrays.asList(available.split(" ", -1)).contains("tsc");
        CheckResult answer = tsc
                ? CheckResult.deviates(found, List.of(new FileSetting(CLOCKS + "/current_clocksource", "tsc")))
                : CheckResult.deviates(
                        found + " (available: " + available.trim() + ")",
                        "check why the kernel rejected the TSC: dmesg | grep -i -e tsc -e clocksource");
        Severity light = view.profile() == Profile.DEV ? NOTE : WARNING;
        return VIRTUAL_CLOCKS.contains(found) ? answer.withSeverity(light) : answer;
    }

    /** Checks that a kernel parameter has the wanted value. */
    static CheckResult sysctl(AuditedHost view, String name, String wanted) {
        return CheckResult.of(
                view.sysctl(name),
                "this kernel has no " + name,
                value -> CheckResult.of(value, value.equals(wanted), FileSetting.sysctl(name, wanted)));
    }

    private static CheckResult timerSlack(AuditedHost view) {
        return CheckResult.ofNumber(
                view.line("/proc/self/timerslack_ns"),
                ns -> CheckResult.of(
                        ns % 1000 == 0 ? ns / 1000 + " us" : ns + " ns",
                        ns <= DEFAULT_SLACK_NS,
                        "start t2q from a shell whose slack is the default, not from a batch queue"));
    }

    private static CheckResult mitigations(AuditedHost view) {
        MitigationState state = MitigationState.read(view.host());
        if (!state.known()) {
            return CheckResult.unknown("/sys/devices/system/cpu/vulnerabilities does not exist");
        }
        return CheckResult.of(
                state.description(),
                state.active().isEmpty(),
                "boot parameter mitigations=off, if the host never runs untrusted code");
    }

    private static CheckResult boot(AuditedHost view, String name, Set<String> fit, String wanted) {
        return CheckResult.of(
                view.boot(),
                line -> view.boot().parameter(name).filter(fit::contains).isPresent()
                        ? CheckResult.fit(wanted)
                        : CheckResult.deviates("not set", "boot parameter " + wanted));
    }

    private static CheckResult preemption(AuditedHost view) {
        KernelKind kernel = KernelKind.read(view.host());
        Reading model = view.line(KernelKind.PREEMPTION).choice();
        if (kernel.realTime()) {
            return CheckResult.fit("PREEMPT_RT: preempt= "
                    + (model.or("").equals("lazy") ? "is lazy, which affects ordinary threads only" : "has no effect"));
        }
        if (!kernel.known()) {
            return CheckResult.unknown(kernel.version());
        }
        String chosen = model.or(view.boot().parameter("preempt").orElse(""));
        if (chosen.equals("full") || kernel.preemption().equals("PREEMPT")) {
            return CheckResult.fit("full");
        }
        if (model.known()) {
            return CheckResult.deviates(chosen, List.of(new FileSetting(KernelKind.PREEMPTION, "full")));
        }
        return chosen.isEmpty() && kernel.preemption().startsWith("PREEMPT_")
                ? CheckResult.unknown(model)
                : CheckResult.deviates(
                        chosen.isEmpty() ? "none or voluntary, built in" : chosen,
                        "boot parameter preempt=full, of kernels with PREEMPT_DYNAMIC");
    }

    private static CheckResult slice(AuditedHost view) {
        String path = KernelKind.sliceFile(view.host());
        String whose = KernelKind.read(view.host()).realTime() ? ", for ordinary threads only" : "";
        return CheckResult.ofNumber(
                view.line(path),
                ns -> CheckResult.of(
                        ns / 1000 + " us" + whose, ns <= SLICE_NS, new FileSetting(path, Long.toString(SLICE_NS))));
    }

    private static CheckResult watchdog(AuditedHost view) {
        Reading soft = view.sysctl("kernel.soft_watchdog");
        if (soft.absent()
                || soft.or("").equals("0")
                || view.sysctl("kernel.watchdog").or("").equals("0")) {
            return CheckResult.fit(soft.absent() ? "this kernel has none" : "off");
        }
        if (!soft.known()) {
            return CheckResult.unknown(soft);
        }
        Reading mask = view.sysctl("kernel.watchdog_cpumask");
        CpuList cpus = CpuList.parse(mask.or(view.cpus().online().toString()));
        return cpus.intersects(view.reserved()) || view.reserved().isEmpty()
                ? CheckResult.deviates("on " + cpus, List.of(FileSetting.sysctl("kernel.soft_watchdog", "0")))
                : CheckResult.fit("on " + cpus);
    }

    private static CheckResult machineChecks(AuditedHost view) {
        Reading interval = view.line(MACHINE_CHECKS + "check_interval");
        return CheckResult.of(
                view.line(MACHINE_CHECKS + "ignore_ce"),
                "this kernel polls none",
                ignored -> ignored.equals("1") || interval.or("").equals("0")
                        ? CheckResult.fit("off")
                        : CheckResult.deviates(
                                "every " + interval.or("300") + " s",
                                List.of(new FileSetting(MACHINE_CHECKS + "ignore_ce", "1"))));
    }

    /** Checks the watchdog, which since 5.17 is off for a TSC with the flags below on hosts of up to two NUMA nodes. */
    private static CheckResult clockWatchdog(AuditedHost view) {
        Reading clock = view.line(CLOCKS + "/current_clocksource");
        if (!clock.known()) {
            return CheckResult.unknown(clock);
        }
        if (!clock.or("").equals("tsc")) {
            return CheckResult.fit(clock.or("") + " is not watched");
        }
        String parameter = view.boot().parameter("tsc").orElse("");
        if (Set.of("reliable", "nowatchdog").contains(parameter)) {
            return CheckResult.fit("tsc=" + parameter);
        }
        CheckResult on = CheckResult.deviates("on", "boot parameter tsc=nowatchdog");
        String flags = view.host().file("/proc/cpuinfo").after("flags").orElse("");
        boolean steady = Stream.of("constant_tsc", "nonstop_tsc", "tsc_adjust").allMatch(flags::contains);
        if (!steady || MemoryItems.nodesOf(view).count() > 2) {
            return on;
        }
        return KernelKind.read(view.host()).isAtLeast(5, 17)
                ? CheckResult.fit("off: the kernel trusts this TSC")
                : CheckResult.deviates("on, unless the kernel trusts this TSC as 5.17 does", on.command())
                        .withSeverity(NOTE);
    }

    private static CheckResult tracing(AuditedHost view) {
        String folder = FOLDERS.stream()
                .filter(each -> view.line(each + "current_tracer").known())
                .findFirst()
                .orElse(FOLDERS.get(0));
        Reading tracer = view.line(folder + "current_tracer");
        if (!tracer.known()) {
            return CheckResult.unknown(tracer);
        }
        List<String> found = new ArrayList<>();
        if (!tracer.or("").equals("nop")) {
            found.add("tracer " + tracer.or(""));
        }
        // skips the trace instances of t2q, which are removed when their run ends
        Stream<String> instances = view.host().names(folder + "instances").stream()
                .filter(name -> !name.startsWith("t2q-"))
                .map(name -> folder + "instances/" + name + "/");
        long events = Stream.concat(Stream.of(folder), instances)
                .flatMap(each -> lines(view, each + "set_event"))
                .count();
        long probes =
                lines(view, PROBES).filter(line -> !line.contains("[DISABLED]")).count();
        boolean tracerAlone = events == 0 && probes == 0;
        if (events > 0) {
            found.add(events + " events");
        }
        if (probes > 0) {
            found.add(probes + " kernel probes");
        }
        if (found.isEmpty()) {
            return CheckResult.fit("none");
        }
        String words = String.join(", ", found);
        return tracerAlone
                ? CheckResult.deviates(words, List.of(new FileSetting(folder + "current_tracer", "nop")))
                : CheckResult.deviates(
                        words,
                        "trace-cmd reset; stop the programs that set the probes (bpftool prog, perf probe --list)");
    }

    private static Stream<String> lines(AuditedHost view, String path) {
        return view.host().file(path).or("").lines().filter(line -> !line.isBlank());
    }

    private static CheckResult audit(AuditedHost view) {
        String parameter = view.boot().parameter("audit").orElse("");
        if (parameter.equals("0") || parameter.equals("off")) {
            return CheckResult.fit("audit=" + parameter);
        }
        if (view.processes().isEmpty()) {
            return CheckResult.unknown(ProcessTable.NONE);
        }
        if (view.processes().running(Set.of("auditd")).isEmpty()) {
            return CheckResult.fit("auditd does not run");
        }
        Reading rules = view.host().tool("auditctl", "-l");
        if (!rules.known()) {
            return CheckResult.unknown("auditd runs; its rules: " + rules.problem());
        }
        long calls = rules.or("").lines().filter(line -> line.contains(" -S ")).count();
        return calls == 0 || rules.or("").contains("never,task")
                ? CheckResult.fit("auditd runs, no rule for system calls")
                : CheckResult.deviates(calls + " rules for system calls", "auditctl -D, then auditctl -a never,task");
    }
}
