package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CauseByValue;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Level;
import org.ticktoquote.analysis.statistics.TickSeries;

/**
 * Latency over time as a heat map, the tick rate above it and the episodes by cause below.
 *
 * @param keys of the causes of the episodes that are shown
 * @param shown how many episodes are
 * @param json for the script
 */
record HeatMap(List<Key> keys, int shown, String json) implements Section.Block {
    private static final double NS_PER_SECOND = 1e9;

    /** A cause: the end of its class in the style sheet, and its name. */
    record Key(String cause, String label) {}

    /** None without ticks. */
    static Optional<HeatMap> of(RunOutliers outliers, @Nullable ValuesInTime values) {
        if (values == null || values.slices() == 0) {
            return Optional.empty();
        }
        List<Key> keys = outliers.causes().stream()
                .filter(cause -> cause.episodes() > 0)
                .map(cause -> new Key(cause.cause(), cause.label()))
                .toList();
        return Optional.of(new HeatMap(keys, outliers.worst().size(), json(outliers, values)));
    }

    /**
     * {@code {"sliceS", "lowest", "steps", "ticks": [..], "lost": [..], "cells": [slice, step, count, ...], "laterThanNs",
     * "causes": {key: label}, "ranks": [[share, ns]], "byValue": [[fromNs, toNs, ticks, {key: ns}]], "episodes": [{"from",
     * "to", "cause", "shares", "ticks", "lost", "sessions", "pairs", "worstNs", "evidence"}]}}; times in seconds since the
     * first intended tick. A step is {@code 10^(1/steps)}, the first begins at {@code 10^(lowest/steps)} ns.
     */
    private static String json(RunOutliers outliers, ValuesInTime values) {
        return ChartData.text(json -> {
            json.writeStartObject();
            json.writeNumberField("sliceS", values.sliceNs() / NS_PER_SECOND);
            json.writeNumberField("lowest", ValuesInTime.LOWEST);
            json.writeNumberField("steps", ValuesInTime.STEPS_OF_A_DECADE);
            numbers(json, "ticks", values.slices(), values::ticks);
            numbers(json, "lost", values.slices(), values::lost);
            cells(json, values);
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

    private static void cells(JsonGenerator json, ValuesInTime values) throws IOException {
        json.writeArrayFieldStart("cells");
        for (int slice = 0; slice < values.slices(); slice++) {
            for (int step = 0; step < ValuesInTime.STEPS; step++) {
                if (values.count(slice, step) > 0) {
                    json.writeNumber(slice);
                    json.writeNumber(step);
                    json.writeNumber(values.count(slice, step));
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
