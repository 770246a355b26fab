package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CauseByValue;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.EvidenceSource;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Level;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.ChartJson;
import org.ticktoquote.report.HeatMap;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** What made the ticks beyond p99 late, as a section of a run's page. */
record OutlierTables(RunOutliers outliers, @Nullable ValuesInTime values) {
    private static final int WORST = 10;
    private static final double PER_CENT = 100;
    private static final double NS_PER_SECOND = 1e9;

    boolean any() {
        return outliers.late() > 0;
    }

    Section section() {
        List<Block> content = new ArrayList<>();
        content.add(new Block.Text("note", sentence()));
        if (values != null && values.slices() > 0) {
            content.add(heatMap(values));
        }
        content.add(Block.Tables.of(causes()));
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
                "causes of what is beyond p99 of the last client",
                Section.Form.FOLDED,
                content);
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

    private HeatMap heatMap(ValuesInTime seen) {
        List<Block.Key> keys = outliers.causes().stream()
                .filter(cause -> cause.episodes() > 0)
                .map(cause -> new Block.Key("cause-" + cause.cause(), cause.label()))
                .toList();
        return new HeatMap(keys, outliers.worst().size(), json(seen));
    }

    /**
     * {@code {"sliceS", "lowest", "steps", "ticks": [..], "lost": [..], "cells": [slice, step, count, ...], "laterThanNs",
     * "causes": {key: label}, "ranks": [[share, ns]], "byValue": [[fromNs, toNs, ticks, {key: ns}]], "episodes": [{"from",
     * "to", "cause", "shares", "ticks", "lost", "sessions", "pairs", "worstNs", "evidence"}]}}; times in seconds since the
     * first intended tick. A step is {@code 10^(1/steps)}, the first begins at {@code 10^(lowest/steps)} ns.
     */
    private String json(ValuesInTime seen) {
        return ChartJson.text(json -> {
            json.writeStartObject();
            json.writeNumberField("sliceS", seen.sliceNs() / NS_PER_SECOND);
            json.writeNumberField("lowest", ValuesInTime.LOWEST);
            json.writeNumberField("steps", ValuesInTime.STEPS_OF_A_DECADE);
            numbers(json, "ticks", seen.slices(), seen::ticks);
            numbers(json, "lost", seen.slices(), seen::lost);
            cells(json, seen);
            if (outliers.laterThanNs() != null) {
                json.writeNumberField("laterThanNs", outliers.laterThanNs());
            }
            json.writeObjectFieldStart("causes");
            for (CauseFigures cause : outliers.causes()) {
                json.writeStringField(cause.cause(), cause.label());
            }
            json.writeEndObject();
            ranks(json, outliers.statistics().latest().lastClient());
            byValue(json, outliers.byValue());
            json.writeArrayFieldStart("episodes");
            for (OutlierEpisode episode : outliers.worst()) {
                write(json, episode);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void numbers(JsonGenerator json, String name, int slices, IntToLongFunction number)
            throws IOException {
        json.writeArrayFieldStart(name);
        for (int slice = 0; slice < slices; slice++) {
            json.writeNumber(number.applyAsLong(slice));
        }
        json.writeEndArray();
    }

    private static void cells(JsonGenerator json, ValuesInTime seen) throws IOException {
        json.writeArrayFieldStart("cells");
        for (int slice = 0; slice < seen.slices(); slice++) {
            for (int step = 0; step < ValuesInTime.STEPS; step++) {
                if (seen.count(slice, step) > 0) {
                    json.writeNumber(slice);
                    json.writeNumber(step);
                    json.writeNumber(seen.count(slice, step));
                }
            }
        }
        json.writeEndArray();
    }

    private static void ranks(JsonGenerator json, ClientStatistics client) throws IOException {
        json.writeArrayFieldStart("ranks");
        for (Level rank : client.ranks()) {
            if (rank.valueNs() != TickSeries.LOST) {
                json.writeStartArray();
                json.writeNumber((double) (rank.late() + 1) / client.ticks());
                json.writeNumber(rank.valueNs());
                json.writeEndArray();
            }
        }
        json.writeEndArray();
    }

    private static void byValue(JsonGenerator json, List<CauseByValue> values) throws IOException {
        json.writeArrayFieldStart("byValue");
        for (CauseByValue value : values) {
            json.writeStartArray();
            json.writeNumber(value.fromNs());
            json.writeNumber(value.toNs());
            json.writeNumber(value.ticks());
            json.writeStartObject();
            for (Map.Entry<String, Long> cause : value.nsByCause().entrySet()) {
                json.writeNumberField(cause.getKey(), cause.getValue());
            }
            json.writeEndObject();
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, OutlierEpisode episode) throws IOException {
        json.writeStartObject();
        json.writeNumberField("from", episode.fromNs() / NS_PER_SECOND);
        json.writeNumberField("to", episode.toNs() / NS_PER_SECOND);
        json.writeStringField("cause", episode.cause());
        json.writeStringField("shares", episode.shares());
        json.writeNumberField("ticks", episode.late());
        json.writeNumberField("lost", episode.lost());
        json.writeNumberField("sessions", episode.sessions());
        json.writeNumberField("pairs", episode.pairs());
        json.writeNumberField("worstNs", episode.worstNs());
        json.writeArrayFieldStart("evidence");
        for (String line : episode.evidence()) {
            json.writeString(line);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
