package org.ticktoquote.analysis.export;

import java.util.List;

/**
 * Table of an export.
 *
 * @param name of the table and of its folder
 * @param columns in the order of a row's values
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
     * @param name in lower case with underscores, so that no engine requires quotes
     */
    public record Column(String name, Type type) {}

    /** Runs: identity, scope, verdict, and the complete {@code run.json} and {@code summary.json}. */
    public static final ExportTable RUNS = new ExportTable(
            "runs",
            List.of(
                    text("identity"),
                    text("run_id"),
                    text("started_at"),
                    text("product"),
                    text("state"),
                    text("validity"),
                    text("matched_by"),
                    number("ticks"),
                    small("sessions"),
                    number("from_ns"),
                    number("to_ns"),
                    number("announcement_ns"),
                    number("t0_ns"),
                    number("drain_deadline_ns"),
                    flag("counts"),
                    text("manifest"),
                    text("summary")));

    /** Measured ticks. */
    public static final ExportTable TICKS = new ExportTable(
            "ticks",
            List.of(
                    number("tick_id"),
                    number("intended_ns"),
                    number("sent_ns"),
                    number("venue_time_ns"),
                    text("symbol"),
                    text("venue"),
                    number("bid"),
                    number("ask"),
                    number("bid_quantity"),
                    number("ask_quantity"),
                    flag("send_failed")));

    /** All events of all sessions, snapshots and others. */
    public static final ExportTable SNAPSHOTS = new ExportTable(
            "snapshots",
            List.of(
                    small("session"),
                    number("received_ns"),
                    small("kind"),
                    text("symbol"),
                    number("tick_id"),
                    number("bid"),
                    number("ask"),
                    number("bid_quantity"),
                    number("ask_quantity"),
                    number("sequence"),
                    number("expected_sequence"),
                    flag("poss_dup"),
                    small("messages_in_read"),
                    small("position_in_read")));

    /** Outcomes of every tick at every session planned for it. */
    public static final ExportTable OUTCOMES = new ExportTable(
            "outcomes",
            List.of(
                    number("tick_id"),
                    small("session"),
                    text("symbol"),
                    text("attribution"),
                    text("outcome"),
                    flag("due"),
                    flag("certain"),
                    number("response_ns"),
                    number("service_ns")));

    public ExportTable {
        columns = List.copyOf(columns);
    }

    private static Column number(String name) {
        return new Column(name, Type.LONG);
    }

    private static Column small(String name) {
        return new Column(name, Type.INT);
    }

    private static Column flag(String name) {
        return new Column(name, Type.FLAG);
    }

    private static Column text(String name) {
        return new Column(name, Type.TEXT);
    }
}
