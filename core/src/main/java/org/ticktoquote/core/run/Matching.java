package org.ticktoquote.core.run;

/**
 * How a snapshot names the tick that it reflects.
 *
 * @param by {@code id}: the snapshot echoes the tick's id
 * @param tag the FIX tag that carries it
 * @param transform how the id stands in the tag: {@code decimal}, {@code hex}, optionally behind a literal prefix as in
 *     {@code T:decimal}
 */
public record Matching(String by, int tag, String transform) {}
