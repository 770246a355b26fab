package org.ticktoquote.analysis.export;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Table of an export.
 *
 * @param name table name, also the name of its folder
 * @param columns columns, in the order of a row's values
 */
public record ExportTable(String name, List<Column> columns) {
    /** Type of a column. Every value can be absent. */
    public enum Type {
        /** 64 bits, signed. */
        LONG,
        /** 32 bits, signed. */
        INT,
        /** True or false. */
        FLAG,
        /** Text. */
        TEXT
    }

    /**
     * Column of a table.
     *
     * @param name lower-case name with underscores, so that no engine requires quotes
     */
    public record Column(String name, Type type) {
        private static Column of(String text) {
            String[] words = text.split(" ", 2);
            return new Column(words[0], Type.valueOf(words[1].toUpperCase(Locale.ROOT)));
        }
    }

    /** Runs: identity, scope, verdict, and the complete {@code run.json} and {@code summary.json}. */
    public static final ExportTable RUNS = of("runs", """
            identity text, run_id text, started_at text, product text, state text, validity text,
            matched_by text, ticks long, sessions int, from_ns long, to_ns long, announcement_ns long,
            t0_ns long, drain_deadline_ns long, counts flag, manifest text, summary text""");

    /** Measured ticks. */
    public static final ExportTable TICKS = of("ticks", """
            tick_id long, intended_ns long, sent_ns long, venue_time_ns long, symbol text, venue text,
            bid long, ask long, bid_quantity long, ask_quantity long, send_failed flag""");

    /** All events of all sessions, snapshots and others. */
    public static final ExportTable SNAPSHOTS = of("snapshots", """
            session int, received_ns long, kind int, symbol text, tick_id long, bid long, ask long,
            bid_quantity long, ask_quantity long, sequence long, expected_sequence long, poss_dup flag,
            messages_in_read int, position_in_read int""");

    /** Outcomes of every tick at every session planned for it. */
    public static final ExportTable OUTCOMES = of("outcomes", """
            tick_id long, session int, symbol text, attribution text, outcome text, due flag, certain flag,
            response_ns long, service_ns long""");

    public ExportTable {
        columns = List.copyOf(columns);
    }

    /** @param columns names and types, separated by commas */
    private static ExportTable of(String name, String columns) {
        List<Column> all = Stream.of(columns.split(",\\s+", -1)).map(Column::of).toList();
        return new ExportTable(name, all);
    }
}
