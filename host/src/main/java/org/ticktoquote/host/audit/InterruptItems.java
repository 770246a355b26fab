package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;

import java.math.BigInteger;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.state.Interrupt;
import org.ticktoquote.host.state.ProcessTable;

/** Interrupts and kernel work: kept away from the isolated CPUs. */
final class InterruptItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("irqbalance", InterruptItems::balancer),
            entry("interrupt-affinity", InterruptItems::affinity),
            entry("kernel-work-queues", InterruptItems::workQueues),
            entry("interrupt-threads", InterruptItems::threads));

    private static final String WORK_QUEUES = "/sys/devices/virtual/workqueue/cpumask";
    private static final int SHOWN = 4;
    private static final int HEX = 16;
    static final String MASK = "[0-9a-fA-F,]+";

    private InterruptItems() {}

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

    /** CPUs that irqbalance leaves alone: those of its configuration or, without one, isolated and tickless ones (cputree.c). */
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

    /** CPUs as a mask with as many digits and commas as the kernel writes. */
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
