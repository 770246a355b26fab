package org.ticktoquote.host.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.simulation.Prediction;

/**
 * A plan with its prediction.
 *
 * @param threads by their position in the graph
 * @param yaml of the plan's file
 * @param none prediction without a plan
 * @param auto prediction of the plan {@code auto}; empty if the machine cannot have it
 */
public record ThreadPlan(
        PlanModel model,
        List<PlannedThread> threads,
        String yaml,
        Prediction none,
        Optional<Prediction> auto,
        Prediction plan) {
    public ThreadPlan {
        threads = List.copyOf(threads);
    }

    /** Why the plan is not worth applying; empty if packets are predicted, and no later than without a plan. */
    public Optional<String> objection() {
        if (Double.isInfinite(plan.p50())) {
            return Optional.of("no packet is predicted to get from adapter to adapter: observe the threads under load");
        }
        return plan.isNoWorseThan(none)
                ? Optional.empty()
                : Optional.of("the best plan is predicted to be worse than none: " + words(plan) + " instead of "
                        + words(none));
    }

    /** Explains in one sentence why a thread has its CPUs. */
    public String explain(String name) {
        return threads.stream()
                .filter(each -> each.thread().name().equals(name)
                        || each.thread().fullName().equals(name))
                .findFirst()
                .map(each -> name + " gets " + each.words("no CPUs of its own") + " (" + each.level() + "): "
                        + each.reason() + ".")
                .orElseThrow(() -> Problem.ofValue(name)
                        .expected("the name of one of the threads of the graph")
                        .refusal());
    }

    /** What the plan was made from, and what its sets are: lines for people. */
    public List<String> header() {
        return yaml.lines().limit(3).map(line -> line.substring(2)).toList();
    }

    /** Predictions in three rows. */
    public Table table() {
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

    static String words(Prediction prediction) {
        return "p50 " + us(prediction.p50()) + ", p99 " + us(prediction.p99()) + ", p99.9 " + us(prediction.p999());
    }
}
