package org.ticktoquote.host.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Picture;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;

/** An observation for people: a sentence, components as a table, and a page with a picture. */
public final class GraphPage {
    private static final int COLUMNS = 5;

    private GraphPage() {}

    /** The page. */
    public static ExperimentPage of(ThreadObservation observation) {
        ThreadGraph graph = observation.graph();
        return new ExperimentPage(
                "t2q threads observe",
                graph.sources().stream().map(ThreadGraph.Source::limits).toList(),
                sentence(graph),
                List.of(
                        new Section(
                                "Who wakes whom",
                                List.of(),
                                List.of(
                                        "Orange: on the path from adapter to adapter. Lines are wake-ups, as wide as they are"
                                                + " frequent; peaks are the 99th percentiles of 100 ms windows, summed over threads."),
                                List.of(new Picture("components", GraphPicture.svg(observation)))),
                        new Section("Components", List.of(components(observation)), List.of(), List.of())));
    }

    /** As in {@code 211 threads in 9 components, 340 edges with 12,400 wake-ups a second, 41 threads on the path eth0 to eth0}. */
    public static String sentence(ThreadGraph graph) {
        String adapters = graph.adapters().stream()
                .map(adapter -> adapter.name() + (adapter.node() < 0 ? "" : " at memory node " + adapter.node()))
                .collect(Collectors.joining(", "));
        boolean ends = graph.adapters().stream()
                .anyMatch(adapter ->
                        !adapter.receivers().isEmpty() && !adapter.senders().isEmpty());
        return String.format(
                Locale.ROOT,
                "%d threads in %d components, %d edges with %,.0f wake-ups a second; %s",
                graph.threads().size(),
                graph.threads().stream().map(ThreadNode::component).distinct().count(),
                graph.edges().size(),
                graph.edges().stream().mapToDouble(WakeEdge::wakeups).sum(),
                ends
                        ? graph.path().cardinality() + " threads on the path from adapter to adapter (" + adapters + ")"
                        : "the path from adapter to adapter is not known: nobody was seen to receive and to send");
    }

    /** A row for each component. */
    public static Table components(ThreadObservation observation) {
        ThreadGraph graph = observation.graph();
        Map<Integer, String> names = new HashMap<>();
        Map<String, double[]> sums = new TreeMap<>();
        Map<String, CpuList> cpus = new HashMap<>();
        for (ThreadNode thread : graph.threads()) {
            names.put(thread.id(), thread.component());
            double[] sum = sums.computeIfAbsent(thread.component(), first -> new double[COLUMNS]);
            sum[0]++;
            sum[1] += thread.load();
            sum[2] += thread.loadP99();
            cpus.merge(thread.component(), observation.cpus().getOrDefault(thread.id(), CpuList.none()), CpuList::and);
        }
        for (WakeEdge edge : graph.edges()) {
            sums.getOrDefault(names.get(edge.from()), new double[COLUMNS])[3] += edge.wakeups();
            sums.getOrDefault(names.get(edge.to()), new double[COLUMNS])[4] += edge.wakeups();
        }
        List<Row> rows = new ArrayList<>();
        sums.forEach((name, sum) -> rows.add(Row.of(
                name,
                "",
                List.of(
                        Cell.number(String.format(Locale.ROOT, "%.0f", sum[0])),
                        Cell.number(String.format(Locale.ROOT, "%.3f", sum[1])),
                        Cell.number(String.format(Locale.ROOT, "%.3f", sum[2])),
                        Cell.number(String.format(Locale.ROOT, "%.0f", sum[3])),
                        Cell.number(String.format(Locale.ROOT, "%.0f", sum[4])),
                        Cell.text(cpus.getOrDefault(name, CpuList.none()).toString())))));
        return Table.of(
                "component", Column.all("threads", "load", "peak load", "wakes a second", "is woken", "ran on"), rows);
    }
}
