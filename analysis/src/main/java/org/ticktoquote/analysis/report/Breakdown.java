package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;

/** Outcomes and response by pair and by session. */
final class Breakdown {
    private Breakdown() {}

    static Section section(Summary summary, List<Section> overTime) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Tables("breakdown", List.of(pairs(summary), sessions(summary))));
        blocks.addAll(overTime);
        return new Section("breakdown", "By pair and session", "outcomes and response", Section.Form.FOLDED, blocks);
    }

    /**
     * Returns the table of the sessions. It has the column {@code no price} only if some snapshots had only levels of size
     * 0.
     */
    private static Table sessions(Summary summary) {
        Columns<SessionSummary> columns = Columns.of("session", SessionSummary::name)
                .add("tier", session -> Cell.count(session.tier()))
                .add("pairs", session -> Cell.count(session.pairs()));
        Outcomes.columns(columns, SessionSummary::tickOutcomes, SessionSummary::tickOutcomesSoonest, summary);
        columns.add("snapshots", session -> Cell.count(session.snapshotClasses().total()))
                .addIf(
                        summary.behaviour().sessionEvents().onlyZeroSizes() > 0,
                        "no price",
                        "only sizes of 0",
                        session -> Cell.count(session.events().onlyZeroSizes()))
                .add(
                        "drops",
                        session -> Cell.count(session.events().connection().drops()))
                .add("gaps", session -> Cell.count(session.events().connection().sequenceGaps()))
                .addIf(
                        summary.behaviour().sessionEvents().connection().sequenceResets() > 0,
                        "resets",
                        "of MsgSeqNum in mid-session",
                        session -> Cell.count(session.events().connection().sequenceResets()))
                .addIf(
                        summary.behaviour().sessionEvents().connection().floodPerSecond() > 0,
                        "flood",
                        "most messages without a price in a second",
                        session -> Cell.count(session.events().connection().floodPerSecond()));
        response(columns, SessionSummary::responseNs);
        return columns.table(
                "sessions",
                "By session",
                "Response over the due ticks of the session's pairs.",
                summary.parts().perSession());
    }

    private static Table pairs(Summary summary) {
        Columns<PairSummary> columns =
                Columns.of("pair", PairSummary::symbol).add("ticks", pair -> Cell.count(pair.ticks()));
        Outcomes.columns(columns, PairSummary::tickOutcomes, PairSummary::tickOutcomesSoonest, summary);
        boolean withdrawn = summary.parts().perPair().stream().anyMatch(pair -> pair.noPriceNs() > 0);
        columns.addIf(withdrawn, "without price", "", pair -> Cell.duration(pair.noPriceNs()));
        response(columns, PairSummary::responseNs);
        return columns.table(
                "pairs",
                "By pair",
                "Response over the pair's due ticks and all its sessions.",
                summary.parts().perPair());
    }

    private static <T> void response(Columns<T> columns, Function<T, LatencyFigures> response) {
        columns.add("n", "ticks", part -> LatencyCell.ticks(response.apply(part)))
                .addEach(
                        List.of("p50", "p99", "p99_9"),
                        level -> Column.of(Latencies.displayName(level), "response"),
                        (part, level) -> LatencyCell.percentile(response.apply(part), level))
                .add("max", "response", part -> LatencyCell.max(response.apply(part)));
    }
}
