package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;
import static org.ticktoquote.host.audit.Severity.UNFIT;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Cgroup;
import org.ticktoquote.host.state.KernelKind;
import org.ticktoquote.host.state.ResourceLimits;

/** What others allow: hypervisor, container, resource limits. */
final class LimitItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("virtualisation", LimitItems::virtualisation),
            entry("steal", LimitItems::steal),
            entry("cpu-quota", LimitItems::quota),
            entry("memory-limit", LimitItems::memory),
            entry("open-files", view -> limit(view, "Max open files", 4096, "ulimit -n 65536", Long::toString)),
            entry(
                    "locked-memory",
                    view -> limit(view, "Max locked memory", Long.MAX_VALUE, "ulimit -l unlimited", Amount::bytes)),
            entry("real-time-limit", LimitItems::realTime));

    private static final double DEV_STEAL_PERCENT = 2;
    private static final double DEV_STEAL_LIMIT_PERCENT = 5;
    private static final double STEAL_SHOWN_PERCENT = 0.1;
    private static final long ENOUGH_BYTES = 4L << 30;

    /** Threads of interrupts run at 50. */
    private static final long BELOW_INTERRUPTS = 49;

    private LimitItems() {}

    /** Where the kernel is no real-time one nobody is advised to want it. */
    private static Answer realTime(View view) {
        Reading limit = ResourceLimits.of(view.host(), "Max realtime priority");
        return limit.known() && !KernelKind.read(view.host()).realTime()
                ? Answer.fit(limit.or(""))
                : limit(
                        view,
                        "Max realtime priority",
                        BELOW_INTERRUPTS,
                        "ulimit -r " + BELOW_INTERRUPTS,
                        Long::toString);
    }

    private static Answer virtualisation(View view) {
        String words = view.virtualisation().words();
        return view.isVirtual()
                ? Answer.deviates(words, "use a host on the metal, or one with CPUs of its own")
                : view.host().file("/proc/cpuinfo").known()
                        ? Answer.fit(words)
                        : Answer.unknown(view.host().file("/proc/cpuinfo"));
    }

    private static Answer steal(View view) {
        if (view.activity().isEmpty()) {
            return Answer.unknown("only one moment of this host is known");
        }
        double percent = view.activity().get().stealPercent();
        String found = String.format(Locale.ROOT, "%.1f %%", percent);
        if (percent <= STEAL_SHOWN_PERCENT) {
            return Answer.fit(found);
        }
        Answer answer = Answer.deviates(found, "move to a host whose CPUs are not shared");
        if (percent > DEV_STEAL_LIMIT_PERCENT) {
            return answer.weighing(UNFIT);
        }
        return percent <= DEV_STEAL_PERCENT && view.profile() == Profile.DEV ? answer.weighing(NOTE) : answer;
    }

    private static Answer quota(View view) {
        Cgroup group = Cgroup.read(view.host());
        long throttled = group.throttled().orElse(0);
        String held = throttled > 0 ? String.format(Locale.ROOT, ", throttled %,d times", throttled) : "";
        if (group.cpus().isEmpty()) {
            return Answer.fit("none");
        }
        return Answer.deviates(
                String.format(Locale.ROOT, "%.2f CPUs%s", group.cpus().getAsDouble(), held),
                "docker run without --cpus, or systemctl set-property UNIT CPUQuota=");
    }

    private static Answer memory(View view) {
        Cgroup group = Cgroup.read(view.host());
        if (group.memoryBytes().isEmpty()) {
            return Answer.fit("none");
        }
        long bytes = group.memoryBytes().getAsLong();
        return bytes >= ENOUGH_BYTES
                ? Answer.fit(Amount.bytes(bytes))
                : Answer.deviates(
                        Amount.bytes(bytes), "docker run --memory 8g, or systemctl set-property UNIT MemoryMax=8G");
    }

    private static Answer limit(View view, String name, long wanted, String how, LongFunction<String> words) {
        Reading limit = ResourceLimits.of(view.host(), name);
        if (!limit.known()) {
            return Answer.unknown(limit);
        }
        if (limit.or("").equals("unlimited")) {
            return Answer.fit("unlimited");
        }
        if (limit.number().isEmpty()) {
            return Answer.unknown(limit.noNumber());
        }
        long value = limit.number().getAsLong();
        return value >= wanted
                ? Answer.fit(words.apply(value))
                : Answer.deviates(words.apply(value), how + ", for good in /etc/security/limits.conf");
    }
}
