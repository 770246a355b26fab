package org.ticktoquote.host.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.process.ShellWords;
import org.ticktoquote.host.state.CpuList;

/** A plan as a shell script of taskset or cset calls, and lines for a systemd unit. Names of threads are quoted. */
public final class PlanScript {
    private PlanScript() {}

    /** Script of the application's threads. */
    public static String of(ThreadPlan plan, String file) {
        Map<String, CpuList> ofName = new LinkedHashMap<>();
        plan.threads().stream()
                .filter(each -> each.thread().process().equals(ThreadNode.APPLICATION)
                        && !each.cpus().isEmpty())
                .forEach(each -> ofName.putIfAbsent(each.thread().name(), each.cpus()));
        CpuList all = ofName.values().stream().reduce(CpuList.none(), CpuList::and);
        StringBuilder script = new StringBuilder(ResourceText.of(PlanScript.class, "plan.sh")
                .formatted(PlanRules.printable(file), all.toString().replace(',', ' ')));
        ofName.values().stream()
                .distinct()
                .forEach(set -> script.append("make ").append(set).append('\n'));
        ofName.forEach((name, set) -> script.append("pin ")
                .append(set)
                .append(' ')
                .append(ShellWords.quoted(name))
                .append('\n'));
        return script.toString();
    }
}
