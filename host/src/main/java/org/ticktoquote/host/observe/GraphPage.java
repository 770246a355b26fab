package org.ticktoquote.host.observe;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.host.graph.BoxPicture;
import org.ticktoquote.host.graph.BoxPicture.Box;
import org.ticktoquote.host.graph.BoxPicture.Line;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/** Formats an observation as a page with a summary, a diagram of the components starting at the adapters, and a table. */
public final class GraphPage {
    private final ThreadGraph graph;
    private final Map<String, Component> components = new TreeMap<>();
    private final Map<List<String>, Double> rates = new HashMap<>();

    /** Sums over the threads of one component. */
    private static final class Component {
        private int threads;
        private double load;
        private double peak;
        private CpuList cpus = CpuList.none();
        private boolean onPath;
        private boolean housekeeping;
        /** Distance from the receivers in wake-ups; -1 if unreachable. */
        private int layer = -1;
    }

    public GraphPage(ThreadObservation observation) {
        this.graph = observation.graph();
        BitSet path = graph.path();
        Map<Integer, String> names = new HashMap<>();
        for (int i = 0; i < graph.threads().size(); i++) {
            ThreadNode thread = graph.threads().get(i);
            names.put(thread.id(), thread.component());
            Component component = component(thread.component());
            component.threads++;
            component.load += thread.load();
            component.peak += thread.loadP99();
            component.cpus = component.cpus.union(observation.cpus().getOrDefault(thread.id(), CpuList.none()));
            component.onPath |= path.get(i) && !graph.adapters().isEmpty();
            component.housekeeping = thread.role().isHousekeeping();
        }
        for (WakeEdge edge : graph.edges()) {
            rates.merge(
                    List.of(names.getOrDefault(edge.from(), ""), names.getOrDefault(edge.to(), "")),
                    edge.wakeups(),
                    Double::sum);
        }
        graph.adapters().stream()
                .flatMap(adapter -> adapter.receivers().stream())
                .forEach(id -> component(names.getOrDefault(id, "")).layer = 0);
    }

    private Component component(String name) {
        return components.computeIfAbsent(name, first -> new Component());
    }

    /** Returns the wake-ups per second that start (0) or end (1) at a component. */
    private double sum(int end, String name) {
        return rates.entrySet().stream()
                .filter(each -> each.getKey().get(end).equals(name))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    public Report page() {
        String label = "wake-ups between components";
        return Report.ofExperiment(
                "t2q threads observe",
                graph.sources().stream().map(ThreadGraph.Source::limits).toList(),
                sentence(),
                List.of(
                        Section.plain(
                                "",
                                "Wake-ups between components",
                                Block.Text.of(
                                        "Orange: on the path from adapter to adapter. Lines are wake-ups, as wide as"
                                                + " they are frequent; peaks are the 99th percentiles of 100 ms windows,"
                                                + " summed over threads."),
                                Block.Pictures.of(
                                        "", Picture.under("components", BoxPicture.svg(label, layers(), rates)))),
                        Section.plain("Components", table())));
    }

    /**
     * Returns a summary, as in {@code 211 threads in 9 components, 340 edges with 12,400 wake-ups a second; 41 threads on
     * the path from adapter to adapter (eth0)}.
     */
    String sentence() {
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
                components.size(),
                graph.edges().size(),
                graph.edges().stream().mapToDouble(WakeEdge::wakeups).sum(),
                ends
                        ? graph.path().cardinality() + " threads on the path from adapter to adapter (" + adapters + ")"
                        : "the path from adapter to adapter is unknown: no adapter has both a receiving and a sending thread");
    }

    Table table() {
        List<Row> rows = new ArrayList<>();
        components.forEach((name, component) -> rows.add(Row.of(
                name,
                "",
                List.of(
                        Cell.number(Integer.toString(component.threads)),
                        Cell.number(String.format(Locale.ROOT, "%.3f", component.load)),
                        Cell.number(String.format(Locale.ROOT, "%.3f", component.peak)),
                        Cell.number(String.format(Locale.ROOT, "%.0f", sum(0, name))),
                        Cell.number(String.format(Locale.ROOT, "%.0f", sum(1, name))),
                        Cell.text(component.cpus.toString())))));
        return Table.of(
                "component", Column.all("threads", "load", "peak load", "wakes a second", "is woken", "ran on"), rows);
    }

    /** Returns components by distance from the receivers; without receivers, from components that are never woken. */
    private List<BoxPicture.Row> layers() {
        Map<List<String>, Double> wakes = new HashMap<>(rates);
        wakes.keySet()
                .removeIf(ends -> ends.get(0).equals(ends.get(1))
                        || ends.stream().anyMatch(name -> component(name).housekeeping));
        if (components.values().stream().noneMatch(component -> component.layer == 0)) {
            wakes.keySet().stream()
                    .map(ends -> ends.get(0))
                    .filter(name -> wakes.keySet().stream()
                            .noneMatch(ends -> ends.get(1).equals(name)))
                    .forEach(name -> component(name).layer = 0);
        }
        for (int layer = 0; layer < components.size(); layer++) {
            for (List<String> ends : wakes.keySet()) {
                Component to = component(ends.get(1));
                if (component(ends.get(0)).layer == layer && to.layer < 0) {
                    to.layer = layer + 1;
                }
            }
        }
        Map<Integer, List<String>> rows = new TreeMap<>();
        components.forEach((name, component) -> {
            boolean last = component.housekeeping || component.layer < 0;
            rows.computeIfAbsent(last ? Integer.MAX_VALUE : component.layer, first -> new ArrayList<>())
                    .add(name);
        });
        return rows.values().stream()
                .map(names -> new BoxPicture.Row(
                        "",
                        names.stream()
                                .sorted(Comparator.comparing(name -> -sum(0, name) - sum(1, name)))
                                .map(name -> box(name, component(name)))
                                .toList()))
                .toList();
    }

    private Box box(String name, Component component) {
        double inside = rates.getOrDefault(List.of(name, name), 0.0);
        String threads = String.format(
                Locale.ROOT,
                "%d thread%s, peak %.2f",
                component.threads,
                component.threads == 1 ? "" : "s",
                component.peak);
        String cpus =
                (inside == 0 ? "" : String.format(Locale.ROOT, "%.0f/s inside, ", inside)) + "CPU " + component.cpus;
        return new Box(name, List.of(new Line(threads, false), new Line(cpus, false)), component.onPath);
    }
}
