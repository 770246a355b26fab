package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Choice;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.KernelKind;

/** Scheduler, ticks and watchdogs: most of it is decided at boot. */
final class BootItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("preemption", BootItems::preemption),
            entry("base-slice", BootItems::slice),
            entry("skewed-ticks", view -> boot(view, "skew_tick", Set.of("1"), "skew_tick=1")),
            entry("soft-lockup-watchdog", BootItems::watchdog),
            entry("machine-check-polling", BootItems::machineChecks),
            entry("clock-source-watchdog", BootItems::clockWatchdog),
            entry(
                    "callback-polling",
                    view -> view.cpus().withoutCallbacks().isEmpty()
                            ? Answer.fit("no CPU is free of callbacks")
                            : boot(view, "rcu_nocb_poll", Set.of(""), "rcu_nocb_poll")));

    private static final String MACHINE_CHECKS = "/sys/devices/system/machinecheck/machinecheck0/";
    private static final long SLICE_NS = 3_000_000;

    private BootItems() {}

    private static Answer boot(View view, String name, Set<String> fit, String wanted) {
        if (!view.boot().reading().known()) {
            return Answer.unknown(view.boot().reading());
        }
        return view.boot().value(name).filter(fit::contains).isPresent()
                ? Answer.fit(wanted)
                : Answer.deviates("not set", "boot parameter " + wanted);
    }

    private static Answer preemption(View view) {
        KernelKind kernel = KernelKind.read(view.host());
        Reading model = view.line(KernelKind.PREEMPTION).map(Choice::current);
        if (kernel.realTime()) {
            return Answer.fit("PREEMPT_RT: preempt= "
                    + (model.or("").equals("lazy")
                            ? "is lazy, which holds back ordinary threads only"
                            : "means nothing here"));
        }
        if (!kernel.known()) {
            return Answer.unknown(kernel.version());
        }
        String chosen = model.or(view.boot().value("preempt").orElse(""));
        if (chosen.equals("full") || kernel.preemption().equals("PREEMPT")) {
            return Answer.fit("full");
        }
        if (model.known()) {
            return Answer.deviates(chosen, List.of(new FileSetting(KernelKind.PREEMPTION, "full")));
        }
        return chosen.isEmpty() && kernel.preemption().startsWith("PREEMPT_")
                ? Answer.unknown(model)
                : Answer.deviates(
                        chosen.isEmpty() ? "none or voluntary, built in" : chosen,
                        "boot parameter preempt=full, of kernels with PREEMPT_DYNAMIC");
    }

    private static Answer slice(View view) {
        String path = KernelKind.sliceFile(view.host());
        Reading slice = view.line(path);
        if (slice.number().isEmpty()) {
            return Answer.unknown(slice.noNumber());
        }
        long ns = slice.number().getAsLong();
        String found =
                ns / 1000 + " us" + (KernelKind.read(view.host()).realTime() ? ", for ordinary threads alone" : "");
        return ns <= SLICE_NS
                ? Answer.fit(found)
                : Answer.deviates(found, List.of(new FileSetting(path, Long.toString(SLICE_NS))));
    }

    private static Answer watchdog(View view) {
        Reading soft = view.sysctl("kernel.soft_watchdog");
        if (soft.absent()
                || soft.or("").equals("0")
                || view.sysctl("kernel.watchdog").or("").equals("0")) {
            return Answer.fit(soft.absent() ? "this kernel has none" : "off");
        }
        if (!soft.known()) {
            return Answer.unknown(soft);
        }
        Reading mask = view.sysctl("kernel.watchdog_cpumask");
        CpuList cpus = CpuList.parse(mask.or(view.cpus().online().toString()));
        return cpus.intersects(view.reserved()) || view.reserved().isEmpty()
                ? Answer.deviates("on " + cpus, List.of(FileSetting.sysctl("kernel.soft_watchdog", "0")))
                : Answer.fit("on " + cpus);
    }

    private static Answer machineChecks(View view) {
        Reading ignored = view.line(MACHINE_CHECKS + "ignore_ce");
        Reading interval = view.line(MACHINE_CHECKS + "check_interval");
        if (ignored.absent()) {
            return Answer.fit("this kernel polls none");
        }
        if (!ignored.known()) {
            return Answer.unknown(ignored);
        }
        return ignored.or("").equals("1") || interval.or("").equals("0")
                ? Answer.fit("off")
                : Answer.deviates(
                        "every " + interval.or("300") + " s",
                        List.of(new FileSetting(MACHINE_CHECKS + "ignore_ce", "1")));
    }

    /** Since 5.17 the kernel trusts a TSC that is constant, never stops and shows adjustments, on up to two nodes. */
    private static Answer clockWatchdog(View view) {
        Reading clock = view.line(KernelItems.CLOCKS + "/current_clocksource");
        if (!clock.known()) {
            return Answer.unknown(clock);
        }
        if (!clock.or("").equals("tsc")) {
            return Answer.fit(clock.or("") + " is not watched");
        }
        String parameter = view.boot().value("tsc").orElse("");
        if (Set.of("reliable", "nowatchdog").contains(parameter)) {
            return Answer.fit("tsc=" + parameter);
        }
        Answer on = Answer.deviates("on", "boot parameter tsc=nowatchdog");
        String flags = view.host()
                .file("/proc/cpuinfo")
                .or("")
                .lines()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .orElse("");
        boolean steady = Stream.of("constant_tsc", "nonstop_tsc", "tsc_adjust").allMatch(flags::contains);
        if (!steady || MemoryItems.nodesOf(view).count() > 2) {
            return on;
        }
        return KernelKind.read(view.host()).isAtLeast(5, 17)
                ? Answer.fit("off: the kernel trusts this TSC")
                : Answer.deviates("on, unless the kernel trusts this TSC as 5.17 does", on.how())
                        .weighing(NOTE);
    }
}
