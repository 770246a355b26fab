package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.graph.ThreadRole;
import org.ticktoquote.host.placement.FoundThread;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * CPU sets of threads as the rules of a plan's file, one thread a line with its reason.
 *
 * <p>Rules match names: threads of one owner with one name get the union of their sets.
 */
final class PlanRules {
    private static final String RESERVED = "housekeeping";
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");

    private final StringBuilder text = new StringBuilder();
    private final CpuList reserved;

    private PlanRules(CpuList reserved) {
        this.reserved = reserved;
    }

    /** Owner and set of a rule. */
    private record RuleKey(ThreadOwner owner, CpuList cpus) {}

    /** The thread as planners see it; empty if it belongs to no process that plans cover. */
    static Optional<FoundThread> found(ThreadNode thread) {
        if (thread.role() == ThreadRole.KERNEL) {
            return Optional.empty();
        }
        ThreadKind kind = ThreadKind.ofName(thread.name());
        return ThreadOwner.of(thread.process())
                .map(owner -> new FoundThread(
                        owner == ThreadOwner.APPLICATION && kind != ThreadKind.OTHER
                                ? ThreadOwner.APPLICATION_JVM
                                : owner,
                        thread.pid(),
                        thread.tid() > 0 ? thread.tid() : thread.id(),
                        thread.name(),
                        kind,
                        thread.startTicks()));
    }

    /**
     * YAML of the rules without its header.
     *
     * @param reserved CPUs of the JVM's threads and of all that no rule matches; none: these are left alone
     */
    static String yaml(List<ThreadNode> threads, List<CpuList> sets, List<String> reasons, CpuList reserved) {
        PlanRules rules = new PlanRules(reserved);
        rules.text.append(reserved.isEmpty() ? "" : "sets:\n  " + RESERVED + ": " + reserved + "\n");
        rules.addThreads(threads, sets, reasons);
        return rules.text + "default: " + (reserved.isEmpty() ? "unmanaged" : RESERVED) + "\n";
    }

    private void addThreads(List<ThreadNode> threads, List<CpuList> sets, List<String> reasons) {
        Map<String, CpuList> ofName = new LinkedHashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            CpuList set = sets.get(i);
            found(threads.get(i)).ifPresent(thread -> ofName.merge(key(thread), set, CpuList::and));
        }
        Map<RuleKey, List<String>> lines = new LinkedHashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            Optional<FoundThread> thread = found(threads.get(i));
            Optional<CpuList> set = thread.map(PlanRules::key).map(ofName::remove);
            if (set.isPresent() && !set.get().equals(reserved)) {
                lines.computeIfAbsent(new RuleKey(thread.get().party(), set.get()), first -> new ArrayList<>())
                        .add(quoted(pattern(threads.get(i).name())) + "  # " + reasons.get(i));
            }
        }
        text.append(lines.isEmpty() ? "rules: []\n" : "rules:\n");
        lines.forEach((rule, names) -> {
            text.append("  - who: ").append(rule.owner.word()).append("\n    cpus: ");
            text.append(rule.cpus.isEmpty() ? "unmanaged" : rule.cpus).append("\n    threads:\n");
            names.forEach(name -> text.append("      - ").append(name).append('\n'));
        });
    }

    private static String key(FoundThread thread) {
        return thread.party() + " " + thread.name();
    }

    /** Pattern of a rule that matches this name; of what cannot be printed it matches any character. */
    static String pattern(String name) {
        boolean word = ThreadKind.ofWord(name).isPresent() || name.startsWith("/") && name.endsWith("/");
        return word
                ? "/" + UNPRINTABLE.matcher("\\Q" + name + "\\E").replaceAll("\\\\E.\\\\Q") + "/"
                : UNPRINTABLE.matcher(name).replaceAll("?");
    }

    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A text that is safe in a comment. */
    static String printable(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
