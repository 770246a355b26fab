package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Picture;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.graph.BoxPicture;
import org.ticktoquote.host.graph.BoxPicture.Box;
import org.ticktoquote.host.graph.BoxPicture.Line;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.plan.ThreadPlan.PlannedThread;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology.CpuLevel;

/** A plan as an offline page: predictions, a picture of the machine with the threads in their sets, and all reasons. */
public final class PlanPage {
    private static final int MOST_NAMES = 12;
    private static final String ANY = "any CPU";

    private PlanPage() {}

    /** The page. */
    public static ExperimentPage of(ThreadPlan plan) {
        List<Row> rows = plan.threads().stream()
                .map(each -> Row.of(
                        PlanRules.printable(each.thread().name()),
                        "",
                        List.of(
                                Cell.text(each.thread().process()),
                                Cell.text(
                                        each.cpus().isEmpty()
                                                ? "unmanaged"
                                                : each.cpus().toString()),
                                Cell.text(each.level()),
                                Cell.text(each.reason()))))
                .toList();
        String label = "threads in their sets of CPUs";
        return new ExperimentPage(
                "t2q threads plan",
                plan.header(),
                plan.objection().orElse("Predicted: " + ThreadPlan.words(plan.plan()) + "."),
                List.of(
                        Section.of("Predicted latency from adapter to adapter", plan.table()),
                        new Section(
                                "Threads on CPUs",
                                List.of(),
                                List.of("Threads on the path from adapter to adapter are orange. Lines are wake-ups"
                                        + " between sets, as wide as they are frequent."),
                                List.of(new Picture(
                                        "sets of CPUs by memory node",
                                        BoxPicture.svg(label, nodes(plan), rates(plan))))),
                        Section.of("Reasons", Table.of("thread", Column.all("process", "CPUs", "set", "why"), rows))));
    }

    /** A row for each memory node, with a box for each set of CPUs. */
    private static List<BoxPicture.Row> nodes(ThreadPlan plan) {
        Map<CpuList, List<PlannedThread>> sets = new LinkedHashMap<>();
        plan.threads().stream()
                .sorted(Comparator.comparingInt(
                        each -> each.cpus().numbers().stream().findFirst().orElse(-1)))
                .forEach(each -> sets.computeIfAbsent(each.cpus(), first -> new ArrayList<>())
                        .add(each));
        List<CpuList> nodes = plan.model().machine().sets(CpuLevel.NODE);
        Map<String, List<Box>> rows = new LinkedHashMap<>();
        nodes.forEach(node -> rows.put("CPUs " + node, new ArrayList<>()));
        sets.forEach((cpus, set) -> {
            String heading = nodes.stream()
                    .filter(node -> !cpus.isEmpty() && node.containsAll(cpus))
                    .findFirst()
                    .map(node -> "CPUs " + node)
                    .orElse("several nodes, or left alone");
            rows.computeIfAbsent(heading, first -> new ArrayList<>()).add(box(set));
        });
        return rows.entrySet().stream()
                .map(row -> new BoxPicture.Row(row.getKey(), row.getValue()))
                .toList();
    }

    private static Box box(List<PlannedThread> set) {
        List<Line> lines = new ArrayList<>(List.of(new Line("(" + set.get(0).level() + ")", false)));
        set.stream()
                .limit(MOST_NAMES)
                .forEach(each -> lines.add(new Line(each.thread().name(), each.onPath())));
        if (set.size() > MOST_NAMES) {
            lines.add(new Line("and " + (set.size() - MOST_NAMES) + " more", false));
        }
        return new Box(set.get(0).words(ANY), lines, set.stream().anyMatch(PlannedThread::onPath));
    }

    private static Map<List<String>, Double> rates(ThreadPlan plan) {
        IntUnaryOperator positions = plan.model().graph().positions();
        Map<List<String>, Double> rates = new HashMap<>();
        for (WakeEdge edge : plan.model().graph().edges()) {
            String from = plan.threads().get(positions.applyAsInt(edge.from())).words(ANY);
            String to = plan.threads().get(positions.applyAsInt(edge.to())).words(ANY);
            rates.merge(List.of(from, to), edge.wakeups(), Double::sum);
        }
        return rates;
    }
}
