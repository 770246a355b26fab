package org.ticktoquote.clients.config;

/**
 * Where snapshots carry the id of the tick they reflect.
 *
 * @param tag 0 when they carry none
 * @param transform {@code decimal} or {@code hex}, optionally behind a literal prefix as in {@code T:decimal}
 */
public record Echo(int tag, String transform) {
    static final Echo NONE = new Echo(0, "decimal");
}
