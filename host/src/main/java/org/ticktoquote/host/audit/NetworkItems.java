package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Finding.Severity.NOTE;
import static org.ticktoquote.host.audit.Finding.Severity.WARNING;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.change.Setting.AdapterSetting;
import org.ticktoquote.host.change.Setting.AdapterSetting.Aspect;
import org.ticktoquote.host.change.Setting.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.Adapter.RingSizes;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.KernelKind;

/** Audit items of the network stack: buffers, busy polling, backlog, queue disciplines, packet filters and adapters. */
final class NetworkItems {
    static final Map<String, Function<AuditedHost, CheckResult>> CHECKS = Map.ofEntries(
            entry("udp-buffers", view -> atLeast(view, "net.core.rmem_max", "net.core.wmem_max")),
            entry("tcp-buffers", view -> atLeast(view, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem")),
            entry("busy-polling", NetworkItems::busyPolling),
            entry("packet-backlog", view -> softnet(view, "net.core.netdev_max_backlog", 10_000, 1, "lost")),
            entry("packet-budget", view -> softnet(view, "net.core.netdev_budget", 600, 2, "used up")),
            entry("queue-discipline", NetworkItems::discipline),
            entry("packet-filters", NetworkItems::filters));
    private static final long BUFFER_BYTES = 4L << 20;
    private static final String BUSY_US = "50";
    private static final Set<String> SHAPERS =
            Set.of("netem", "tbf", "htb", "hfsc", "cake", "cbq", "plug", "red", "etf");
    private static final Pattern DISCIPLINE = Pattern.compile("(?m)^qdisc (\\S+) \\S+ dev (\\S+)");
    private static final Pattern RULE =
            Pattern.compile("(?m)^\\t\\t(?!\\t|typ|elements|flags|timeout|size|gc-|auto-|comment|policy|}).+");
    private static final int HEX = 16;

    private static final Map<String, String> PROMPT = new LinkedHashMap<>();
    private static final String POLICY = "/sys/module/pcie_aspm/parameters/policy";
    private static final long MAX_WAIT_US = 1;
    private static final long MIN_SLOTS = 1024;

    /** Checks of one network adapter: coalescing, offloads, rings, steering and link power. */
    static final Map<String, BiFunction<Adapter, AuditedHost, CheckResult>> ADAPTER_CHECKS = Map.of(
            "coalescing-*", NetworkItems::coalescing,
            "offloads-*", NetworkItems::offloads,
            "rings-*", NetworkItems::rings,
            "deferred-interrupts-*", NetworkItems::deferred,
            "packet-steering-*", NetworkItems::steering,
            "link-power-*", NetworkItems::linkPower);

    static {
        PROMPT.put("adaptive-rx", "off");
        PROMPT.put("rx-usecs", "0");
        PROMPT.put("rx-frames", "1");
    }

    private NetworkItems() {}

    /** Checks that the last number of each parameter is large enough. Settings change only that number. */
    private static CheckResult atLeast(AuditedHost view, String... names) {
        Map<String, Long> found = new LinkedHashMap<>();
        List<FileSetting> settings = new ArrayList<>();
        for (String name : names) {
            Reading value = view.sysctl(name);
            if (!value.known()) {
                return CheckResult.unknown(value);
            }
            String[] numbers = value.or("").trim().split("\\s+", -1);
            Reading largest = Reading.of(numbers[numbers.length - 1]);
            if (largest.number().isEmpty()) {
                return CheckResult.unknown(largest.noNumber());
            }
            long last = largest.number().getAsLong();
            found.put(name.substring(name.lastIndexOf('.') + 1), last);
            if (last < BUFFER_BYTES) {
                numbers[numbers.length - 1] = Long.toString(BUFFER_BYTES);
                settings.add(FileSetting.sysctl(name, String.join(" ", numbers)));
            }
        }
        List<String> words = new ArrayList<>();
        found.forEach((name, bytes) -> words.add(name + " " + MemoryItems.bytes(bytes)));
        String text = String.join(", ", words);
        return CheckResult.of(text, settings);
    }

    private static CheckResult busyPolling(AuditedHost view) {
        Reading read = view.sysctl("net.core.busy_read");
        Reading poll = view.sysctl("net.core.busy_poll");
        if (read.absent() && KernelKind.read(view.host()).realTime()) {
            return CheckResult.fit("none: a PREEMPT_RT kernel has no busy polling");
        }
        if (!read.known() || !poll.known()) {
            return CheckResult.unknown(read.known() ? poll : read);
        }
        String found = "busy_read " + read.or("") + ", busy_poll " + poll.or("");
        if (!read.or("").equals("0") && !poll.or("").equals("0")) {
            return CheckResult.fit(found);
        }
        return CheckResult.deviates(
                found,
                List.of(
                        FileSetting.sysctl("net.core.busy_read", BUSY_US),
                        FileSetting.sysctl("net.core.busy_poll", BUSY_US)));
    }

    /**
     * Checks that a column of {@code softnet_stat} is 0, or that its parameter is large enough. The column has a hexadecimal
     * count since boot for each CPU.
     */
    private static CheckResult softnet(AuditedHost view, String parameter, long enough, int column, String what) {
        Reading table = view.host().file("/proc/net/softnet_stat");
        Reading value = view.sysctl(parameter);
        if (!table.known() || value.number().isEmpty()) {
            return CheckResult.unknown(table.known() ? value.noNumber() : table);
        }
        long count = 0;
        for (String line : table.or("").lines().toList()) {
            String[] words = line.trim().split("\\s+", -1);
            if (words.length <= column || !words[column].matches("[0-9a-f]{1,8}")) {
                return CheckResult.unknown("/proc/net/softnet_stat holds no counts");
            }
            count += Long.parseLong(words[column], HEX);
        }
        String times = count == 0 ? "never " + what : what + " " + count + " times since the boot";
        String found = value.or("") + ", " + times;
        return CheckResult.of(
                found,
                count == 0 || value.number().getAsLong() >= enough,
                FileSetting.sysctl(parameter, Long.toString(enough)));
    }

    private static CheckResult discipline(AuditedHost view) {
        Reading shown = view.host().tool("tc", "qdisc", "show");
        if (!shown.known()) {
            return CheckResult.unknown(shown);
        }
        Set<String> found = new LinkedHashSet<>();
        Set<String> shapers = new LinkedHashSet<>();
        DISCIPLINE.matcher(shown.or("")).results().forEach(each -> {
            found.add(each.group(1));
            if (SHAPERS.contains(each.group(1))) {
                shapers.add(each.group(1) + " on " + each.group(2));
            }
        });
        return shapers.isEmpty()
                ? CheckResult.fit(String.join(", ", found))
                : CheckResult.deviates(String.join(", ", shapers), "tc qdisc del dev DEVICE root");
    }

    private static CheckResult filters(AuditedHost view) {
        Reading tracked = view.sysctl("net.netfilter.nf_conntrack_count");
        Reading most = view.sysctl("net.netfilter.nf_conntrack_max");
        Reading rules = view.host().tool("nft", "list", "ruleset");
        Reading tables = view.host().file("/proc/net/ip_tables_names");
        List<String> found = new ArrayList<>();
        long connections = tracked.number().orElse(0);
        if (connections > 0) {
            found.add(connections + " of " + most.or("?") + " connections tracked");
        }
        long count = RULE.matcher(rules.or("")).results().count();
        if (count > 0) {
            found.add(count + " rules of nftables");
        }
        if (!tables.or("").isBlank()) {
            found.add("tables of iptables: "
                    + String.join(", ", tables.or("").lines().toList()));
        }
        if (found.isEmpty()) {
            return rules.known() ? CheckResult.fit("none") : CheckResult.unknown(rules);
        }
        CheckResult answer = CheckResult.deviates(
                String.join("; ", found), "stop the firewall (firewalld, nftables), or exempt the path with notrack");
        boolean full = connections > 0 && most.number().orElse(Long.MAX_VALUE) < connections + connections / 10;
        return full ? answer.withSeverity(WARNING) : answer;
    }

    private static CheckResult steering(Adapter adapter, AuditedHost view) {
        CpuList reserved = view.reserved();
        if (reserved.isEmpty()) {
            return CheckResult.fit("no CPU is isolated");
        }
        List<String> found = new ArrayList<>();
        List<FileSetting> settings = new ArrayList<>();
        boolean flows = false;
        for (String queue : view.host().names(adapter.path("queues"))) {
            String file = "queues/" + queue + (queue.startsWith("rx") ? "/rps_cpus" : "/xps_cpus");
            String mask = adapter.file(view.host(), file).or("");
            CpuList cpus = mask.matches(CpuItems.MASK) ? CpuItems.ofMask(mask) : CpuList.none();
            if (queue.startsWith("rx") && cpus.intersects(reserved)) {
                found.add("RPS of " + queue + " on " + cpus);
                settings.add(new FileSetting(adapter.path(file), CpuItems.mask(cpus.without(reserved), mask)));
            } else if (cpus.intersects(reserved) && cpus.intersects(view.housekeeping())) {
                found.add(queue + " shared by " + cpus);
            }
            flows |= !adapter.file(view.host(), "queues/" + queue + "/rps_flow_cnt")
                    .or("0")
                    .equals("0");
        }
        if (flows && !view.sysctl("net.core.rps_sock_flow_entries").or("0").equals("0")) {
            found.add("RFS on");
        }
        if (found.isEmpty()) {
            return CheckResult.fit("none");
        }
        String words = String.join(", ", found);
        return settings.isEmpty()
                ? CheckResult.deviates(
                                words, "sysctl -w net.core.rps_sock_flow_entries=0, and ethtool -L for more queues")
                        .withSeverity(NOTE)
                : CheckResult.deviates(words, settings);
    }

    private static CheckResult linkPower(Adapter adapter, AuditedHost view) {
        List<FileSetting> on = new ArrayList<>();
        boolean known = false;
        for (String file : List.of("device/link/l0s_aspm", "device/link/l1_aspm")) {
            Reading state = adapter.file(view.host(), file);
            known |= state.known();
            if (state.or("").equals("1")) {
                on.add(new FileSetting(adapter.path(file), "0"));
            }
        }
        if (known) {
            return on.isEmpty() ? CheckResult.fit("off") : CheckResult.deviates("on", on);
        }
        Reading policy = view.line(POLICY).choice();
        return switch (view.boot().parameter("pcie_aspm").orElse(policy.or(""))) {
            case "off", "performance" -> CheckResult.fit("off");
            case "powersave", "powersupersave" ->
                CheckResult.deviates("policy " + policy.or(""), List.of(new FileSetting(POLICY, "performance")));
            default -> CheckResult.unknown("the PCIe link shows no power state, and the firmware decides");
        };
    }

    private static CheckResult coalescing(Adapter adapter, AuditedHost view) {
        Reading shown = Aspect.COALESCING.show(view.host(), adapter.name());
        if (!shown.known()) {
            return CheckResult.unknown(shown);
        }
        Map<String, String> values = Aspect.COALESCING.values(shown.or(""), List.copyOf(PROMPT.keySet()));
        String found = AdapterSetting.text(values);
        if (values.isEmpty()) {
            return CheckResult.fit("the adapter offers none");
        }
        boolean adaptive = "on".equals(values.get("adaptive-rx"));
        boolean waits = number(values.get("rx-usecs")) > MAX_WAIT_US;
        return adaptive || waits
                ? CheckResult.deviates(found, List.of(setting(adapter, Aspect.COALESCING, values, PROMPT)))
                : CheckResult.fit(found);
    }

    /** Returns a setting of the wanted options that the adapter supports. */
    private static AdapterSetting setting(
            Adapter adapter, Aspect aspect, Map<String, String> values, Map<String, String> wanted) {
        Map<String, String> changed = new LinkedHashMap<>(wanted);
        changed.keySet().retainAll(values.keySet());
        return new AdapterSetting(adapter.name(), aspect, AdapterSetting.text(changed));
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }

    private static CheckResult offloads(Adapter adapter, AuditedHost view) {
        Reading shown = Aspect.OFFLOADS.show(view.host(), adapter.name());
        if (!shown.known()) {
            return CheckResult.unknown(shown);
        }
        Map<String, String> values = Aspect.OFFLOADS.values(shown.or(""), List.of("gro", "lro"));
        Map<String, String> wanted = new LinkedHashMap<>();
        values.forEach((option, value) -> wanted.put(option, "off"));
        String found = values.isEmpty() ? "neither can be changed" : AdapterSetting.text(values);
        return values.containsValue("on")
                ? CheckResult.deviates(found, List.of(setting(adapter, Aspect.OFFLOADS, values, wanted)))
                : CheckResult.fit(found);
    }

    private static CheckResult rings(Adapter adapter, AuditedHost view) {
        Reading shown = adapter.ethtool(view.host(), "-g");
        if (!shown.known()) {
            return CheckResult.unknown(shown);
        }
        Optional<RingSizes> sizes = RingSizes.parse(shown.or(""));
        if (sizes.isEmpty()) {
            return CheckResult.fit("the adapter reports no sizes");
        }
        long receive = sizes.get().receive();
        long most = sizes.get().mostReceive();
        String found = receive + " of " + most;
        return receive >= Math.min(MIN_SLOTS, most)
                ? CheckResult.fit(found)
                // left out of --apply because the link goes down briefly
                : CheckResult.deviates(found, "ethtool -G " + adapter.name() + " rx " + Math.min(MIN_SLOTS, most));
    }

    private static CheckResult deferred(Adapter adapter, AuditedHost view) {
        Reading timeout = adapter.file(view.host(), "gro_flush_timeout");
        Reading deferred = adapter.file(view.host(), "napi_defer_hard_irqs");
        if (timeout.absent()) {
            return CheckResult.fit("this kernel has none");
        }
        if (!timeout.known()) {
            return CheckResult.unknown(timeout);
        }
        String found = "gro_flush_timeout " + timeout.or("") + " ns, napi_defer_hard_irqs " + deferred.or("0");
        boolean polled = !view.sysctl("net.core.busy_read").or("0").equals("0");
        return CheckResult.of(
                found,
                timeout.or("").equals("0") || polled,
                "echo 0 > /sys/class/net/" + adapter.name() + "/gro_flush_timeout");
    }
}
