package org.ticktoquote.host.audit;

import static org.ticktoquote.host.audit.Severity.NOTE;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.change.AdapterSetting;
import org.ticktoquote.host.change.AdapterSetting.Aspect;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;
import org.ticktoquote.host.state.Choice;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.RingSizes;

/** One network adapter: how long it waits and how much it holds. */
final class AdapterItems {
    private static final Map<String, String> PROMPT = new LinkedHashMap<>();
    private static final String POLICY = "/sys/module/pcie_aspm/parameters/policy";
    private static final long LONGEST_WAIT_US = 1;
    private static final long ENOUGH_SLOTS = 1024;

    static final Map<String, BiFunction<AdapterItems, View, Answer>> LOOKS = Map.of(
            "coalescing-*", AdapterItems::coalescing,
            "offloads-*", AdapterItems::offloads,
            "rings-*", AdapterItems::rings,
            "deferred-interrupts-*", AdapterItems::deferred,
            "packet-steering-*", AdapterItems::steering,
            "link-power-*", AdapterItems::linkPower);

    static {
        PROMPT.put("adaptive-rx", "off");
        PROMPT.put("rx-usecs", "0");
        PROMPT.put("rx-frames", "1");
    }

    private final Adapter adapter;

    AdapterItems(Adapter adapter) {
        this.adapter = adapter;
    }

    private Answer steering(View view) {
        CpuList reserved = view.reserved();
        if (reserved.isEmpty()) {
            return Answer.fit("no CPU is isolated");
        }
        List<String> found = new ArrayList<>();
        List<FileSetting> settings = new ArrayList<>();
        boolean flows = false;
        for (String queue : view.host().names(adapter.path("queues"))) {
            String file = "queues/" + queue + (queue.startsWith("rx") ? "/rps_cpus" : "/xps_cpus");
            String mask = adapter.file(view.host(), file).or("");
            CpuList cpus = mask.matches(InterruptItems.MASK) ? InterruptItems.ofMask(mask) : CpuList.none();
            if (queue.startsWith("rx") && cpus.intersects(reserved)) {
                found.add("RPS of " + queue + " on " + cpus);
                settings.add(new FileSetting(adapter.path(file), InterruptItems.mask(cpus.without(reserved), mask)));
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
            return Answer.fit("none");
        }
        String words = String.join(", ", found);
        return settings.isEmpty()
                ? Answer.deviates(words, "sysctl -w net.core.rps_sock_flow_entries=0, and ethtool -L for more queues")
                        .weighing(NOTE)
                : Answer.deviates(words, settings);
    }

    private Answer linkPower(View view) {
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
            return on.isEmpty() ? Answer.fit("off") : Answer.deviates("on", on);
        }
        Reading policy = view.line(POLICY).map(Choice::current);
        return switch (view.boot().value("pcie_aspm").orElse(policy.or(""))) {
            case "off", "performance" -> Answer.fit("off");
            case "powersave", "powersupersave" ->
                Answer.deviates("policy " + policy.or(""), List.of(new FileSetting(POLICY, "performance")));
            default -> Answer.unknown("the adapter shows no link, and the firmware decides");
        };
    }

    private Answer coalescing(View view) {
        Reading shown = Aspect.COALESCING.show(view.host(), adapter.name());
        if (!shown.known()) {
            return Answer.unknown(shown);
        }
        Map<String, String> values = Aspect.COALESCING.values(shown.or(""), List.copyOf(PROMPT.keySet()));
        String found = AdapterSetting.text(values);
        if (values.isEmpty()) {
            return Answer.fit("the adapter offers none");
        }
        boolean adaptive = "on".equals(values.get("adaptive-rx"));
        boolean waits = number(values.get("rx-usecs")) > LONGEST_WAIT_US;
        return adaptive || waits
                ? Answer.deviates(found, List.of(setting(Aspect.COALESCING, values, PROMPT)))
                : Answer.fit(found);
    }

    /** Only options that the adapter has. */
    private AdapterSetting setting(Aspect aspect, Map<String, String> values, Map<String, String> wanted) {
        Map<String, String> changed = new LinkedHashMap<>(wanted);
        changed.keySet().retainAll(values.keySet());
        return new AdapterSetting(adapter.name(), aspect, AdapterSetting.text(changed));
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }

    private Answer offloads(View view) {
        Reading shown = Aspect.OFFLOADS.show(view.host(), adapter.name());
        if (!shown.known()) {
            return Answer.unknown(shown);
        }
        Map<String, String> values = Aspect.OFFLOADS.values(shown.or(""), List.of("gro", "lro"));
        Map<String, String> wanted = new LinkedHashMap<>();
        values.forEach((option, value) -> wanted.put(option, "off"));
        String found = values.isEmpty() ? "neither can be changed" : AdapterSetting.text(values);
        return values.containsValue("on")
                ? Answer.deviates(found, List.of(setting(Aspect.OFFLOADS, values, wanted)))
                : Answer.fit(found);
    }

    private Answer rings(View view) {
        Reading shown = adapter.ethtool(view.host(), "-g");
        if (!shown.known()) {
            return Answer.unknown(shown);
        }
        Optional<RingSizes> sizes = RingSizes.parse(shown.or(""));
        if (sizes.isEmpty()) {
            return Answer.fit("the adapter reports no sizes");
        }
        long receive = sizes.get().receive();
        long most = sizes.get().mostReceive();
        String found = receive + " of " + most;
        return receive >= Math.min(ENOUGH_SLOTS, most)
                ? Answer.fit(found)
                // not for --apply: the link goes down for a moment
                : Answer.deviates(found, "ethtool -G " + adapter.name() + " rx " + Math.min(ENOUGH_SLOTS, most));
    }

    private Answer deferred(View view) {
        Reading timeout = adapter.file(view.host(), "gro_flush_timeout");
        Reading deferred = adapter.file(view.host(), "napi_defer_hard_irqs");
        if (timeout.absent()) {
            return Answer.fit("this kernel has none");
        }
        if (!timeout.known()) {
            return Answer.unknown(timeout);
        }
        String found = "gro_flush_timeout " + timeout.or("") + " ns, napi_defer_hard_irqs " + deferred.or("0");
        boolean polled = !view.sysctl("net.core.busy_read").or("0").equals("0");
        return timeout.or("").equals("0") || polled
                ? Answer.fit(found)
                : Answer.deviates(found, "echo 0 > /sys/class/net/" + adapter.name() + "/gro_flush_timeout");
    }
}
