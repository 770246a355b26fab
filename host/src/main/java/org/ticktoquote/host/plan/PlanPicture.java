package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuLevel;

/** Drawing of a plan: a column for each memory node with a box for each set of CPUs, its threads in it, and wake-ups as lines. */
final class PlanPicture {
    private static final int BOX = 180;
    private static final int LINE = 13;
    private static final int GAP = 30;
    private static final int MOST_NAMES = 12;
    private static final int MOST_LINES = 60;

    private record Box(CpuList set, int x, int y, int height) {}

    private final ThreadPlan plan;
    private final Map<CpuList, List<Integer>> threads = new LinkedHashMap<>();
    private final Map<CpuList, Box> boxes = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();

    private PlanPicture(ThreadPlan plan) {
        this.plan = plan;
        for (int i = 0; i < plan.sets().size(); i++) {
            threads.computeIfAbsent(plan.sets().get(i), first -> new ArrayList<>())
                    .add(i);
        }
    }

    /** The drawing as SVG; names are escaped. */
    static String svg(ThreadPlan plan) {
        PlanPicture picture = new PlanPicture(plan);
        List<CpuList> nodes = plan.model().machine().sets(CpuLevel.NODE);
        Map<Integer, Integer> bottoms = new TreeMap<>();
        for (int column = 0; column <= nodes.size(); column++) {
            boolean several = column == nodes.size();
            String title = several ? "several nodes, or left alone" : "CPUs " + nodes.get(column);
            picture.text(column * (BOX + GAP), LINE, "#000", title);
            bottoms.put(column, 2 * LINE);
        }
        picture.threads.keySet().stream()
                .sorted(Comparator.comparing(
                        set -> set.isEmpty() ? -1 : set.numbers().get(0)))
                .forEach(set -> {
                    int column = 0;
                    while (column < nodes.size()
                            && (set.isEmpty() || !nodes.get(column).containsAll(set))) {
                        column++;
                    }
                    int rows = 2
                            + Math.min(
                                    MOST_NAMES + 1,
                                    picture.threads.getOrDefault(set, List.of()).size());
                    int top = bottoms.merge(column, rows * LINE + GAP, Integer::sum) - rows * LINE - GAP;
                    picture.boxes.put(set, new Box(set, column * (BOX + GAP), top, rows * LINE));
                });
        picture.drawWakeUps();
        picture.boxes.values().forEach(picture::draw);
        int width = bottoms.size() * (BOX + GAP);
        int height = bottoms.values().stream().mapToInt(bottom -> bottom).max().orElse(0);
        return "<svg viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width + "\" role=\"img\""
                + " aria-label=\"threads in their sets of CPUs\" font-size=\"10\">\n" + picture.svg + "</svg>\n";
    }

    private void text(int x, int y, String fill, String text) {
        String escaped = PlanRules.printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%d\" y=\"%d\" style=\"fill: %s\">%s</text>%n", x, y, fill, escaped));
    }

    private void draw(Box box) {
        List<Integer> inside = threads.getOrDefault(box.set, List.of());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" style=\"fill: #f4f4f4; stroke: #666\"/>%n",
                box.x,
                box.y,
                BOX,
                box.height));
        String title = box.set.isEmpty() ? "any CPU" : "CPUs " + box.set;
        text(box.x + 6, box.y + LINE, "#000", title + " (" + plan.levels().get(inside.get(0)) + ")");
        for (int k = 0; k < Math.min(MOST_NAMES, inside.size()); k++) {
            String name = plan.model().graph().threads().get(inside.get(k)).name();
            text(box.x + 6, box.y + LINE * (k + 2), plan.model().isOnPath(inside.get(k)) ? "#06c" : "#777", name);
        }
        if (inside.size() > MOST_NAMES) {
            text(box.x + 6, box.y + box.height - LINE / 2, "#777", "and " + (inside.size() - MOST_NAMES) + " more");
        }
    }

    private void drawWakeUps() {
        ThreadGraph graph = plan.model().graph();
        IntUnaryOperator positions = graph.positions();
        Map<List<CpuList>, Double> rates = new LinkedHashMap<>();
        for (WakeEdge edge : graph.edges()) {
            CpuList from = plan.sets().get(positions.applyAsInt(edge.from()));
            CpuList to = plan.sets().get(positions.applyAsInt(edge.to()));
            if (!from.equals(to)) {
                rates.merge(List.of(from, to), edge.wakeups(), Double::sum);
            }
        }
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(1);
        rates.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_LINES)
                .forEach(each -> drawLine(
                        boxes.get(each.getKey().get(0)),
                        boxes.get(each.getKey().get(1)),
                        0.5 + 5 * each.getValue() / most));
    }

    private void drawLine(@Nullable Box from, @Nullable Box to, double width) {
        if (from == null || to == null) {
            return;
        }
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" style=\"stroke: #06c; stroke-opacity: 0.35;"
                        + " stroke-width: %.1f\"/>%n",
                from.x + BOX / 2,
                from.y + from.height / 2,
                to.x + BOX / 2,
                to.y + to.height / 2,
                width));
    }
}
