package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;
import static org.ticktoquote.host.audit.Severity.WARNING;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.MitigationState;

/** The kernel: its kind, its clock, its guards. */
final class KernelItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("real-time-kernel", KernelItems::realTime),
            entry("clock-source", KernelItems::clockSource),
            entry("timer-slack", KernelItems::timerSlack),
            entry("mitigations", KernelItems::mitigations));

    private static final Set<String> FAST_CLOCKS = Set.of("tsc", "arch_sys_counter");
    /** Read without a system call too, at a price. */
    private static final Set<String> VIRTUAL_CLOCKS = Set.of("kvm-clock", "hyperv_clocksource_tsc_page");

    static final String CLOCKS = "/sys/devices/system/clocksource/clocksource0";
    private static final long DEFAULT_SLACK_NS = 50_000;

    private KernelItems() {}

    private static Answer realTime(View view) {
        KernelKind kernel = KernelKind.read(view.host());
        if (!kernel.known()) {
            return Answer.unknown(kernel.version());
        }
        return kernel.realTime()
                ? Answer.fit(kernel.words())
                : Answer.deviates(
                        kernel.words(), "boot a PREEMPT_RT kernel (kernel-rt, linux-image-rt-amd64, linux-realtime)");
    }

    private static Answer clockSource(View view) {
        Reading current = view.line(CLOCKS + "/current_clocksource");
        if (!current.known()) {
            return Answer.unknown(current);
        }
        String found = current.or("");
        if (FAST_CLOCKS.contains(found)) {
            return Answer.fit(found);
        }
        String available = view.line(CLOCKS + "/available_clocksource").or("");
        boolean tsc = Arrays.asList(available.split(" ", -1)).contains("tsc");
        Answer answer = tsc
                ? Answer.deviates(found, List.of(new FileSetting(CLOCKS + "/current_clocksource", "tsc")))
                : Answer.deviates(
                        found + " (available: " + available.trim() + ")",
                        "find out why the kernel gave up on the TSC: dmesg | grep -i -e tsc -e clocksource");
        Severity light = view.profile() == Profile.DEV ? NOTE : WARNING;
        return VIRTUAL_CLOCKS.contains(found) ? answer.weighing(light) : answer;
    }

    /** A kernel parameter that must have one value. */
    static Answer sysctl(View view, String name, String wanted) {
        Reading value = view.sysctl(name);
        if (value.absent()) {
            return Answer.fit("this kernel has no " + name);
        }
        if (!value.known()) {
            return Answer.unknown(value);
        }
        return value.or("").equals(wanted)
                ? Answer.fit(wanted)
                : Answer.deviates(value.or(""), List.of(FileSetting.sysctl(name, wanted)));
    }

    private static Answer timerSlack(View view) {
        Reading slack = view.line("/proc/self/timerslack_ns");
        if (slack.number().isEmpty()) {
            return Answer.unknown(slack.noNumber());
        }
        long ns = slack.number().getAsLong();
        String found = ns % 1000 == 0 ? ns / 1000 + " us" : ns + " ns";
        return ns <= DEFAULT_SLACK_NS
                ? Answer.fit(found)
                : Answer.deviates(found, "start t2q from a shell whose slack is the default, not from a batch queue");
    }

    private static Answer mitigations(View view) {
        MitigationState state = MitigationState.read(view.host());
        if (!state.known()) {
            return Answer.unknown("/sys/devices/system/cpu/vulnerabilities does not exist");
        }
        return state.active().isEmpty()
                ? Answer.fit(state.words())
                : Answer.deviates(state.words(), "boot parameter mitigations=off, where no untrusted code ever runs");
    }
}
