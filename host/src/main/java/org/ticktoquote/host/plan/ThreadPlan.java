package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.host.graph.BoxPicture;
import org.ticktoquote.host.graph.BoxPicture.Box;
import org.ticktoquote.host.graph.BoxPicture.Line;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.plan.ThreadPlan.PlannedThread;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.simulation.PlanSimulation;
import org.ticktoquote.host.simulation.PlanSimulation.Prediction;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuTopology.CpuLevel;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/**
 * Plan with its prediction.
 *
 * @param threads planned threads by their position in the graph
 * @param yaml text of the plan's file
 * @param none prediction without a plan
 * @param auto prediction of the plan {@code auto}; empty if the machine cannot use it
 */
public record ThreadPlan(
        PlanModel model,
        List<PlannedThread> threads,
        String yaml,
        Prediction none,
        Optional<Prediction> auto,
        Prediction plan) {
    private static final int MAX_NAMES = 12;
    private static final String ANY = "any CPU";

    public ThreadPlan {
        threads = List.copyOf(threads);
    }

    /** Returns why the plan should not be applied; empty if packets are predicted to arrive no later than without a plan. */
    public Optional<String> problem() {
        if (Double.isInfinite(plan.p50())) {
            return Optional.of("no packet is predicted to pass from adapter to adapter in up to "
                    + PlanSimulation.MAX_HOPS + " wake-ups: observe the threads under load");
        }
        return plan.isNoWorseThan(none)
                ? Optional.empty()
                : Optional.of("the best plan is predicted to be worse than none: " + describe(plan) + " instead of "
                        + describe(none));
    }

    /** Explains in one sentence why a thread has its CPUs. */
    public String explain(String name) {
        return threads.stream()
                .filter(each -> each.thread().name().equals(name)
                        || each.thread().fullName().equals(name))
                .findFirst()
                .map(each -> name + " gets " + each.describe("no CPUs of its own") + " (" + each.level() + "): "
                        + each.reason() + ".")
                .orElseThrow(() -> Problem.ofValue(name)
                        .expected("the name of one of the threads of the graph")
                        .exception());
    }

    /** Returns lines for users about the plan's inputs and sets. */
    List<String> header() {
        return yaml.lines().limit(3).map(line -> line.substring(2)).toList();
    }

    /** Returns the three predictions as a table. */
    Table table() {
        return Table.of(
                "predicted latency",
                Column.all("p50", "p99", "p99.9", "spread of p99 over seeds"),
                List.of(row("no plan", Optional.of(none)), row("auto", auto), row("this plan", Optional.of(plan))));
    }

    private static Row row(String name, Optional<Prediction> prediction) {
        return Row.of(
                name,
                "",
                prediction
                        .map(found -> List.of(
                                Cell.number(us(found.p50())),
                                Cell.number(us(found.p99())),
                                Cell.number(us(found.p999())),
                                Cell.number(String.format(Locale.ROOT, "%.0f %%", 100 * found.spread()))))
                        .orElse(List.of(Cell.text("not here"), Cell.text(""), Cell.text(""), Cell.text(""))));
    }

    private static String us(double ns) {
        return Double.isInfinite(ns) ? "no packet" : String.format(Locale.ROOT, "%,.1f us", ns / 1e3);
    }

    static String describe(Prediction prediction) {
        return "p50 " + us(prediction.p50()) + ", p99 " + us(prediction.p99()) + ", p99.9 " + us(prediction.p999());
    }

    /** Returns a shell script that places the application's threads. */
    public static String script(ThreadPlan plan, String file) {
        Map<String, CpuList> ofName = new LinkedHashMap<>();
        plan.threads().stream()
                .filter(each -> each.thread().process().equals(ThreadNode.APPLICATION)
                        && !each.cpus().isEmpty())
                .forEach(each -> ofName.putIfAbsent(each.thread().name(), each.cpus()));
        CpuList all = ofName.values().stream().reduce(CpuList.none(), CpuList::union);
        StringBuilder script = new StringBuilder(ResourceText.of(ThreadPlan.class, "plan.sh")
                .formatted(PlanRules.printable(file), all.toString().replace(',', ' ')));
        ofName.values().stream()
                .distinct()
                .forEach(set -> script.append("make ").append(set).append('\n'));
        ofName.forEach((name, set) -> script.append("pin ")
                .append(set)
                .append(' ')
                .append(CommandText.quoted(name))
                .append('\n'));
        return script.append("exit $status\n").toString();
    }

    /**
     * Thread of a plan.
     *
     * @param cpus empty if it is left alone
     * @param level word for the part of the machine that its set covers
     * @param reason reason for the thread's set, as the end of a sentence
     * @param onPath whether it is on the path from adapter to adapter
     */
    record PlannedThread(ThreadNode thread, CpuList cpus, String level, String reason, boolean onPath) {
        /** Formats the CPUs as in {@code CPUs 2-3}. */
        String describe(String otherwise) {
            return cpus.isEmpty() ? otherwise : "CPUs " + cpus;
        }
    }

    /** Returns the plan as a report. Only the page includes the {@link #problem}, since the command ends with that error. */
    public static Report page(ThreadPlan plan) {
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
        List<Section> sections = new ArrayList<>();
        plan.problem()
                .ifPresent(reason -> sections.add(Section.plain("", "Why not to apply it", Block.Text.of(reason))
                        .onPage()));
        sections.addAll(List.of(
                Section.plain("Predicted latency from adapter to adapter", plan.table()),
                Section.plain(
                        "",
                        "Threads on CPUs",
                        Block.Text.of("Threads on the path from adapter to adapter are orange. Lines are wake-ups"
                                + " between sets, as wide as they are frequent."),
                        Block.Pictures.of(
                                "",
                                Picture.under(
                                        "sets of CPUs by memory node",
                                        BoxPicture.svg(label, nodes(plan), rates(plan))))),
                Section.plain("Reasons", Table.of("thread", Column.all("process", "CPUs", "set", "why"), rows))
                        .onPage()));
        return Report.ofExperiment(
                "t2q threads plan", plan.header(), "Predicted: " + describe(plan.plan()) + ".", sections);
    }

    /** Returns a row per memory node with a box per set of CPUs. */
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
                .limit(MAX_NAMES)
                .forEach(each -> lines.add(new Line(each.thread().name(), each.onPath())));
        if (set.size() > MAX_NAMES) {
            lines.add(new Line("and " + (set.size() - MAX_NAMES) + " more", false));
        }
        return new Box(set.get(0).describe(ANY), lines, set.stream().anyMatch(PlannedThread::onPath));
    }

    private static Map<List<String>, Double> rates(ThreadPlan plan) {
        IntUnaryOperator positions = plan.model().graph().positions();
        Map<List<String>, Double> rates = new HashMap<>();
        for (WakeEdge edge : plan.model().graph().edges()) {
            String from = plan.threads().get(positions.applyAsInt(edge.from())).describe(ANY);
            String to = plan.threads().get(positions.applyAsInt(edge.to())).describe(ANY);
            rates.merge(List.of(from, to), edge.wakeups(), Double::sum);
        }
        return rates;
    }
}
