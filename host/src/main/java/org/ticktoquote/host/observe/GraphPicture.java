package org.ticktoquote.host.observe;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.host.graph.ThreadGraph;
import org.ticktoquote.host.graph.ThreadGraph.AdapterNode;
import org.ticktoquote.host.graph.ThreadGraph.WakeEdge;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;

/**
 * Drawing of a graph by component, from the adapters down: a box for each with its threads, load and CPUs, wake-ups as lines by
 * their rate, the path from adapter to adapter in colour. Narrow enough for a telephone.
 */
final class GraphPicture {
    private static final int WIDTH = 400;
    private static final int ACROSS = 3;
    private static final int BOX = 124;
    private static final int HIGH = 46;
    private static final int GAP_X = 12;
    private static final int GAP_Y = 40;
    private static final int MOST_LINES = 60;
    private static final int LONGEST = 19;
    private static final double WIDEST = 6;

    private final ThreadObservation observation;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final Map<List<String>, Double> rates = new HashMap<>();
    private final BitSet path;
    private int height;

    /** Threads of a component. */
    private static final class Box {
        private int threads;
        private double load;
        private CpuList cpus = CpuList.none();
        private boolean onPath;
        private boolean housekeeping;
        private int layer = -1;
        private int x;
        private int y;
    }

    private GraphPicture(ThreadObservation observation) {
        this.observation = observation;
        this.path = observation.graph().path();
    }

    /** The drawing as SVG; names are escaped. */
    static String svg(ThreadObservation observation) {
        GraphPicture picture = new GraphPicture(observation);
        picture.collect();
        picture.layers();
        picture.place();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" style=\"max-width:100%%;height:auto\" role=\"img\""
                        + " aria-label=\"components and who wakes whom\" font-size=\"10\">%n",
                WIDTH,
                picture.height,
                2 * WIDTH));
        picture.lines(svg);
        picture.boxes.forEach(
                (name, box) -> draw(svg, name, box, picture.rates.getOrDefault(List.of(name, name), 0.0)));
        return svg.append("</svg>\n").toString();
    }

    private void collect() {
        ThreadGraph graph = observation.graph();
        Map<Integer, String> components = new HashMap<>();
        for (int i = 0; i < graph.threads().size(); i++) {
            ThreadNode thread = graph.threads().get(i);
            String name = thread.component().isEmpty() ? thread.name() : thread.component();
            components.put(thread.id(), name);
            Box box = box(name);
            box.threads++;
            box.housekeeping = thread.role().isHousekeeping();
            box.load += thread.loadP99();
            box.cpus = box.cpus.and(observation.cpus().getOrDefault(thread.id(), CpuList.none()));
            box.onPath |= path.get(i) && !graph.adapters().isEmpty();
        }
        for (WakeEdge edge : graph.edges()) {
            rates.merge(
                    List.of(components.getOrDefault(edge.from(), ""), components.getOrDefault(edge.to(), "")),
                    edge.wakeups(),
                    Double::sum);
        }
        for (AdapterNode adapter : graph.adapters()) {
            adapter.receivers().forEach(id -> box(components.getOrDefault(id, "")).layer = 0);
        }
    }

    /** Distance from the receivers by wake-ups; where there are none, from components that wake others and are woken by none. */
    private void layers() {
        if (boxes.values().stream().noneMatch(box -> box.layer == 0)) {
            boxes.forEach((name, box) -> box.layer = incoming(name) == 0 && outgoing(name) > 0 ? 0 : -1);
        }
        for (int layer = 0; layer < boxes.size(); layer++) {
            for (List<String> ends : rates.keySet()) {
                Box to = box(ends.get(1));
                if (box(ends.get(0)).layer == layer && to.layer < 0) {
                    to.layer = layer + 1;
                }
            }
        }
        boxes.values().stream().filter(box -> box.housekeeping).forEach(box -> box.layer = -1);
    }

    private Box box(String name) {
        return boxes.computeIfAbsent(name, first -> new Box());
    }

    private double incoming(String name) {
        return sum(1, name);
    }

    private double outgoing(String name) {
        return sum(0, name);
    }

    private double sum(int end, String name) {
        return rates.entrySet().stream()
                .filter(each -> each.getKey().get(end).equals(name)
                        && !each.getKey().get(1 - end).equals(name)
                        && !box(each.getKey().get(1 - end)).housekeeping)
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private void place() {
        Map<Integer, List<String>> rows = new TreeMap<>();
        boxes.forEach((name, box) -> rows.computeIfAbsent(
                        box.layer < 0 ? Integer.MAX_VALUE : box.layer, first -> new ArrayList<>())
                .add(name));
        int y = 4;
        for (List<String> row : rows.values()) {
            row.sort(Comparator.<String>comparingDouble(name -> -incoming(name) - outgoing(name))
                    .thenComparing(name -> name));
            for (int from = 0; from < row.size(); from += ACROSS) {
                List<String> part = row.subList(from, Math.min(row.size(), from + ACROSS));
                int x = (WIDTH - part.size() * BOX - (part.size() - 1) * GAP_X) / 2;
                for (String name : part) {
                    Box box = box(name);
                    box.x = x;
                    box.y = y;
                    x += BOX + GAP_X;
                }
                y += HIGH + GAP_Y;
            }
        }
        height = y - GAP_Y + 4;
    }

    private void lines(StringBuilder svg) {
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(1);
        rates.entrySet().stream()
                .filter(each -> !each.getKey().get(0).equals(each.getKey().get(1)))
                .sorted(Map.Entry.<List<String>, Double>comparingByValue()
                        .reversed()
                        .thenComparing(each -> String.join("\n", each.getKey())))
                .limit(MOST_LINES)
                .forEach(each -> {
                    Box from = box(each.getKey().get(0));
                    Box to = box(each.getKey().get(1));
                    boolean critical = from.onPath && to.onPath;
                    boolean down = to.y > from.y;
                    int x1 = from.x + BOX / 2 + (down ? -8 : 8);
                    int x2 = to.x + BOX / 2 + (down ? -8 : 8);
                    int y1 = down ? from.y + HIGH : from.y;
                    int y2 = down ? to.y : to.y + (to.y == from.y ? 0 : HIGH);
                    int bend = (down ? 1 : -1) * GAP_Y / 2;
                    svg.append(String.format(
                            Locale.ROOT,
                            "<path d=\"M%d %dC%d %d %d %d %d %d\" style=\"fill:none;stroke:%s;stroke-width:%.1f;"
                                    + "stroke-opacity:0.6\"><title>%s wakes %s %.0f times a second</title></path>%n",
                            x1,
                            y1,
                            x1,
                            y1 + bend,
                            x2,
                            y2 - (to.y == from.y ? -bend : bend),
                            x2,
                            y2,
                            critical ? "#d9480f" : "#868e96",
                            0.6 + WIDEST * Math.sqrt(each.getValue() / most),
                            escaped(each.getKey().get(0)),
                            escaped(each.getKey().get(1)),
                            each.getValue()));
                });
    }

    private static void draw(StringBuilder svg, String name, Box box, double inside) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" style=\"fill:%s;stroke:%s\"/>%n",
                box.x,
                box.y,
                BOX,
                HIGH,
                box.onPath ? "#fff4e6" : "#f8f9fa",
                box.onPath ? "#d9480f" : "#868e96"));
        String shown = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
        text(svg, box, 14, shown, " font-weight=\"bold\"");
        text(
                svg,
                box,
                27,
                String.format(
                        Locale.ROOT, "%d thread%s, peak %.2f", box.threads, box.threads == 1 ? "" : "s", box.load),
                "");
        text(svg, box, 40, String.format(Locale.ROOT, "%.0f/s inside, CPU %s", inside, box.cpus), "");
    }

    private static void text(StringBuilder svg, Box box, int down, String text, String more) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" style=\"fill:#212529\"%s>%s</text>%n",
                box.x + 6,
                box.y + down,
                more,
                escaped(text)));
    }

    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
