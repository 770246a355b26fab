package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.EvidenceSource;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** What made the ticks beyond p99 late, as a section of a run's page. */
record OutlierTables(RunOutliers outliers, Optional<HeatMap> map) {
    private static final int WORST = 10;
    private static final double PER_CENT = 100;
    private static final double NS_PER_SECOND = 1e9;

    boolean any() {
        return outliers.late() > 0;
    }

    Section section() {
        List<Section.Block> content = new ArrayList<>();
        content.add(new Section.Prose("note", sentence()));
        map.ifPresent(content::add);
        content.add(Section.Tables.of(causes()));
        if (!outliers.worst().isEmpty()) {
            content.add(Section.Tables.of(episodes()));
        }
        List<EpisodePicture> pictures = EpisodePicture.of(outliers);
        if (!pictures.isEmpty()) {
            content.add(new EpisodePictures(pictures));
        }
        content.add(new Section.Prose(
                "note",
                "Evidence: "
                        + outliers.sources().stream()
                                .map(EvidenceSource::sentence)
                                .collect(Collectors.joining("; "))
                        + "."));
        return new Section(
                "late", "Why ticks were late", "causes of what is beyond p99 of the last client", false, content);
    }

    private String sentence() {
        @Nullable Long laterThan = outliers.laterThanNs();
        String late = laterThan == null
                ? Counted.of(outliers.lost(), "tick") + " lost: p99 of the last client is among them."
                : Counted.of(outliers.late(), "tick") + " of " + Counted.of(outliers.ticks(), "due tick")
                        + " later than " + DurationText.format(laterThan)
                        + " at the last client. Each nanosecond beyond"
                        + " the usual " + DurationText.format(outliers.usualNs())
                        + " has one cause; what no evidence explains stays unexplained.";
        return outliers.validity() == Verdict.VOID ? late + " The run is VOID: a diagnostic." : late;
    }

    private Table causes() {
        List<CauseFigures> seen = outliers.causes().stream()
                .filter(cause -> cause.episodes() > 0 || positive(cause.beyondP99()))
                .toList();
        return Columns.<CauseFigures>of("cause", CauseFigures::label)
                .add("episodes", cause -> Cell.count(cause.episodes()))
                .add("ticks", cause -> Cell.count(cause.ticks()))
                .add("beyond p99", "of the time", cause -> share(cause, cause.beyondP99()))
                .add("beyond p99.9", "of the time", cause -> share(cause, cause.beyondP999()))
                .add("worst", cause -> cause.longestNs() == 0 ? Cell.NONE : Cell.duration(cause.longestNs()))
                .table("late-causes", "By cause", "Episodes and ticks of which a cause has the most.", seen);
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
                .add("sessions", episode -> Cell.count(episode.sessions()))
                .add("pairs", episode -> Cell.count(episode.pairs()))
                .add("worst", episode -> episode.worstNs() == 0 ? Cell.NONE : Cell.duration(episode.worstNs()))
                .add("causes", episode -> Cell.text(episode.shares()))
                .add("longest evidence", episode -> Cell.text(episode.longestEvidence()))
                .table("late-episodes", "The worst episodes", "Since the first intended tick.", worst());
    }
}
