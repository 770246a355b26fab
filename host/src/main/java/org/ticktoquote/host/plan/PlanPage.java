package org.ticktoquote.host.plan;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Picture;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.graph.ThreadNode;

/** A plan as an offline page: predictions, a picture of the machine with the threads in their sets, and all reasons. */
public final class PlanPage {
    private PlanPage() {}

    /** The page. */
    public static ExperimentPage of(ThreadPlan plan) {
        List<String> header = plan.yaml()
                .lines()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .toList();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < plan.sets().size(); i++) {
            ThreadNode thread = plan.model().graph().threads().get(i);
            rows.add(Row.of(
                    PlanRules.printable(thread.name()),
                    "",
                    List.of(
                            Cell.text(thread.process()),
                            Cell.text(
                                    plan.sets().get(i).isEmpty()
                                            ? "unmanaged"
                                            : plan.sets().get(i).toString()),
                            Cell.text(plan.levels().get(i)),
                            Cell.text(plan.reasons().get(i)))));
        }
        return new ExperimentPage(
                "t2q threads plan",
                header.subList(0, Math.min(3, header.size())),
                plan.objection().orElse("Predicted: " + ThreadPlan.words(plan.plan()) + "."),
                List.of(
                        new Section(
                                "Predicted latency from adapter to adapter",
                                List.of(plan.table()),
                                List.of(),
                                List.of()),
                        new Section(
                                "Threads on CPUs",
                                List.of(),
                                List.of(
                                        "Threads on the path from adapter to adapter are blue. Lines are wake-ups between"
                                                + " sets, as wide as they are frequent."),
                                List.of(new Picture("sets of CPUs by memory node", PlanPicture.svg(plan)))),
                        new Section(
                                "Reasons",
                                List.of(Table.of("thread", Column.all("process", "CPUs", "set", "why"), rows)),
                                List.of(),
                                List.of())));
    }
}
