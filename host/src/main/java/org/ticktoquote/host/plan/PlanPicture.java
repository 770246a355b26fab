package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.topology.CpuPosition;

/** Drawing of a plan: a frame for each memory node, in it a box for each set of CPUs with its threads, and wake-ups as lines. */
final class PlanPicture {
    private static final int BOX = 190;
    private static final int LINE = 13;
    private static final int GAP = 14;
    private static final int COLUMNS = 2;
    private static final int MOST_NAMES = 12;
    private static final int MOST_LINES = 60;
    private static final int EVERYWHERE = -1;

    private record Box(CpuList set, int x, int y, int height) {}

    private final ThreadPlan plan;
    private final Map<CpuList, List<Integer>> threads = new LinkedHashMap<>();
    private final Map<CpuList, Box> boxes = new LinkedHashMap<>();
    private final StringBuilder frames = new StringBuilder();
    private int width;
    private int height;

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
        picture.layOut();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"threads in their sets of CPUs\""
                        + " font-size=\"10\">%n",
                picture.width,
                picture.height,
                picture.width));
        svg.append(picture.frames);
        picture.drawWakeUps(svg);
        picture.boxes.values().forEach(box -> picture.draw(svg, box));
        return svg.append("</svg>\n").toString();
    }

    private int nodeOf(CpuList set) {
        List<Integer> nodes = plan.model().machine().positions().stream()
                .filter(cpu -> set.contains(cpu.cpu()))
                .map(CpuPosition::node)
                .distinct()
                .toList();
        return nodes.size() == 1 ? nodes.get(0) : EVERYWHERE;
    }

    private int rows(CpuList set) {
        return Math.min(MOST_NAMES + 1, threads.getOrDefault(set, List.of()).size()) + 2;
    }

    private void layOut() {
        Map<Integer, List<CpuList>> sets = new TreeMap<>();
        plan.model().machine().positions().forEach(cpu -> sets.putIfAbsent(cpu.node(), new ArrayList<>()));
        threads.keySet()
                .forEach(set -> sets.computeIfAbsent(nodeOf(set), first -> new ArrayList<>())
                        .add(set));
        int column = (int) Math.ceil(Math.sqrt(sets.size()));
        int x = 0;
        int y = 0;
        int below = 0;
        int index = 0;
        for (Map.Entry<Integer, List<CpuList>> node : sets.entrySet()) {
            if (index > 0 && index % column == 0) {
                x = 0;
                y = below + GAP;
            }
            node.getValue()
                    .sort(Comparator.comparing(
                            set -> set.isEmpty() ? -1 : set.numbers().get(0)));
            int bottom = frame(node.getKey(), node.getValue(), x, y);
            below = Math.max(below, bottom);
            x += COLUMNS * (BOX + GAP) + 2 * GAP;
            width = Math.max(width, x);
            index++;
        }
        height = below + 1;
    }

    private int frame(int node, List<CpuList> sets, int left, int top) {
        int[] bottoms = new int[COLUMNS];
        Arrays.fill(bottoms, top + 2 * LINE);
        for (CpuList set : sets) {
            int shortest = bottoms[0] <= bottoms[1] ? 0 : 1;
            int high = rows(set) * LINE;
            boxes.put(set, new Box(set, left + GAP + shortest * (BOX + GAP), bottoms[shortest], high));
            bottoms[shortest] += high + GAP;
        }
        int bottom = Math.max(bottoms[0], bottoms[1]);
        String title = node == EVERYWHERE ? "several memory nodes, or left alone" : "memory node " + node;
        frames.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>"
                        + "<text x=\"%d\" y=\"%d\">%s</text>%n",
                left,
                top,
                COLUMNS * (BOX + GAP) + GAP,
                bottom - top,
                left + GAP,
                top + LINE + 2,
                title));
        return bottom;
    }

    private void draw(StringBuilder svg, Box box) {
        List<Integer> inside = threads.getOrDefault(box.set, List.of());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"#f4f4f4\" stroke=\"#666\"/>%n",
                box.x,
                box.y,
                BOX,
                box.height));
        String title = box.set.isEmpty() ? "any CPU" : "CPUs " + box.set;
        text(svg, box, 0, title + " (" + plan.levels().get(inside.get(0)) + ")", "#000\" font-weight=\"bold");
        for (int k = 0; k < Math.min(MOST_NAMES, inside.size()); k++) {
            int thread = inside.get(k);
            String name = plan.model().graph().threads().get(thread).name();
            text(svg, box, k + 1, name, plan.model().isOnPath(thread) ? "#06c" : "#777");
        }
        if (inside.size() > MOST_NAMES) {
            text(svg, box, MOST_NAMES + 1, "and " + (inside.size() - MOST_NAMES) + " more", "#777");
        }
    }

    private static void text(StringBuilder svg, Box box, int row, String text, String fill) {
        String shown = text.length() > 34 ? text.substring(0, 33) + "…" : text;
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                box.x + 6,
                box.y + LINE * (row + 1),
                fill,
                escaped(shown)));
    }

    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private void drawWakeUps(StringBuilder svg) {
        Map<Integer, Integer> positions = plan.model().graph().positions();
        Map<List<CpuList>, Double> rates = new LinkedHashMap<>();
        for (WakeEdge edge : plan.model().graph().edges()) {
            CpuList from = plan.sets().get(positions.get(edge.from()));
            CpuList to = plan.sets().get(positions.get(edge.to()));
            if (!from.equals(to)) {
                rates.merge(List.of(from, to), edge.wakeups(), Double::sum);
            }
        }
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(1);
        rates.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_LINES)
                .forEach(each -> line(svg, each.getKey(), 0.5 + 5 * each.getValue() / most));
    }

    private void line(StringBuilder svg, List<CpuList> ends, double wide) {
        Box from = boxes.get(ends.get(0));
        Box to = boxes.get(ends.get(1));
        if (from != null && to != null) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#06c\" stroke-opacity=\"0.35\""
                            + " stroke-width=\"%.1f\"/>%n",
                    from.x + BOX / 2,
                    from.y + from.height / 2,
                    to.x + BOX / 2,
                    to.y + to.height / 2,
                    wide));
        }
    }
}
