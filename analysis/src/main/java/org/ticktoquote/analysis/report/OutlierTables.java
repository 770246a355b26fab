package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Section of a run's page with the causes of ticks beyond p99. */
public record OutlierTables(RunOutliers outliers, @Nullable ResponseHeatMap values) {
    private static final int WORST = 10;
    private static final double PER_CENT = 100;
    private static final double NS_PER_SECOND = 1e9;

    Section section() {
        List<Block> content = new ArrayList<>();
        content.add(new Block.Text("note", sentence()));
        if (values != null && values.slices() > 0) {
            content.add(heatMap(values));
        }
        content.add(Block.Tables.of(causes(outliers.causes())));
        if (!outliers.worst().isEmpty()) {
            content.add(Block.Tables.of(episodes()));
        }
        if (!outliers.views().isEmpty()) {
            content.add(EpisodePictures.of(outliers));
        }
        content.add(new Block.Text(
                "note",
                "Evidence: "
                        + outliers.sources().stream()
                                .map(EvidenceSource::sentence)
                                .collect(Collectors.joining("; "))
                        + "."));
        return new Section(
                "late",
                "Why ticks were late",
                "causes of the time beyond p99 of the last client",
                Section.Form.FOLDED,
                content);
    }

    private String sentence() {
        @Nullable Long laterThan = outliers.laterThanNs();
        String late = laterThan == null
                ? CountText.of(outliers.lost(), "tick") + " lost: p99 of the last client is among them."
                : CountText.of(outliers.late(), "tick") + " of " + CountText.of(outliers.ticks(), "due tick")
                        + " later than " + DurationText.format(laterThan)
                        + " at the last client. Each nanosecond beyond"
                        + " the usual " + DurationText.format(outliers.usualNs())
                        + " has one cause. Time without evidence is unexplained.";
        return outliers.validity() == Verdict.VOID ? late + " The run is VOID: diagnostic only." : late;
    }

    /** Returns a table with one row per observed cause. */
    public static Table causes(List<CauseFigures> causes) {
        List<CauseFigures> seen = causes.stream()
                .filter(cause -> cause.episodes() > 0 || positive(cause.beyondP99()))
                .toList();
        return Columns.<CauseFigures>of("cause", CauseFigures::label)
                .add("episodes", cause -> Cell.count(cause.episodes()))
                .add("ticks", cause -> Cell.count(cause.ticks()))
                .add(
                        new Table.Column("beyond p99", "of the time", "of the time beyond p99", false),
                        cause -> share(cause, cause.beyondP99()))
                .add("beyond p99.9", "of the time", cause -> share(cause, cause.beyondP999()))
                .add("worst", cause -> cause.longestNs() == 0 ? Cell.NONE : Cell.duration(cause.longestNs()))
                .table("late-causes", "By cause", "Episodes and ticks are counted for their main cause.", seen);
    }

    private List<OutlierEpisode> worst() {
        return outliers.worst().subList(0, Math.min(WORST, outliers.worst().size()));
    }

    private static boolean positive(@Nullable Double share) {
        return share != null && share > 0;
    }

    private static Cell share(CauseFigures cause, @Nullable Double share) {
        String bound = positive(share) ? cause.bound() : "";
        return share == null ? Cell.NONE : Cell.number(bound + String.format(Locale.ROOT, "%.1f %%", share * PER_CENT));
    }

    private Table episodes() {
        return Columns.<OutlierEpisode>of(
                        "at", episode -> String.format(Locale.ROOT, "%.3f s", episode.fromNs() / NS_PER_SECOND))
                .add("length", episode -> Cell.duration(Math.max(0, episode.toNs() - episode.fromNs())))
                .add("ticks", episode -> Cell.count(episode.late()))
                .add("lost", episode -> Cell.count(episode.lost()))
                .add("sessions", episode -> Cell.count(episode.sessions()))
                .add("pairs", episode -> Cell.count(episode.pairs()))
                .add(
                        "worst",
                        episode -> episode.worstNs() == 0
                                ? Cell.number(episode.worst())
                                : Cell.duration(episode.worstNs()))
                .add("causes", episode -> Cell.text(episode.shares()))
                .add("longest evidence", episode -> Cell.text(episode.longestEvidence()))
                .table("late-episodes", "The worst episodes", "Times since the first intended tick.", worst());
    }

    private Block.HeatMap heatMap(ResponseHeatMap seen) {
        List<Block.Key> keys = outliers.causes().stream()
                .filter(cause -> cause.episodes() > 0)
                .map(cause -> new Block.Key("cause-" + cause.cause(), cause.label()))
                .toList();
        return new Block.HeatMap(keys, outliers.worst().size(), json(seen));
    }

    /**
     * Heat map in the format of its script. Times are in seconds since the first intended tick. A step is a factor of {@code
     * 10^(1/steps)}; the first step begins at {@code 10^(lowest/steps)} ns.
     *
     * @param ticks number of ticks in each slice
     * @param cells flat triples of slice, step and count
     * @param causes labels by key
     * @param ranks one row per rank: the share of ticks at or beyond it and its value in ns
     * @param byValue one row per step: its bounds in ns, its ticks, and ns by cause
     */
    private record Fields(
            double sliceS,
            int lowest,
            int steps,
            List<Long> ticks,
            List<Long> lost,
            List<Long> cells,
            @Nullable Long laterThanNs,
            Map<String, String> causes,
            List<List<?>> ranks,
            List<List<?>> byValue,
            List<Episode> episodes) {}

    private record Episode(
            double from,
            double to,
            String cause,
            String shares,
            long ticks,
            long lost,
            int sessions,
            int pairs,
            long worstNs,
            List<String> evidence) {
        static Episode of(OutlierEpisode one) {
            return new Episode(
                    one.fromNs() / NS_PER_SECOND,
                    one.toNs() / NS_PER_SECOND,
                    one.cause(),
                    one.shares(),
                    one.late(),
                    one.lost(),
                    one.sessions(),
                    one.pairs(),
                    one.worstNs(),
                    one.evidence());
        }
    }

    private String json(ResponseHeatMap seen) {
        ClientStatistics client = outliers.statistics().latest().lastClient();
        Map<String, String> causes = new LinkedHashMap<>();
        outliers.causes().forEach(cause -> causes.put(cause.cause(), cause.label()));
        return Figures.json(new Fields(
                seen.sliceNs() / NS_PER_SECOND,
                ResponseHeatMap.FIRST_STEP,
                ResponseHeatMap.STEPS_OF_A_DECADE,
                seen.ticks(),
                seen.lost(),
                seen.cells(),
                outliers.laterThanNs(),
                causes,
                client.ranks().stream()
                        .filter(rank -> rank.valueNs() != TickSeries.LOST)
                        .<List<?>>map(
                                rank -> Figures.point((double) (rank.late() + 1) / client.ticks(), rank.valueNs()))
                        .toList(),
                outliers.byValue().stream()
                        .<List<?>>map(
                                value -> Figures.point(value.fromNs(), value.toNs(), value.ticks(), value.nsByCause()))
                        .toList(),
                outliers.worst().stream().map(Episode::of).toList()));
    }
}
