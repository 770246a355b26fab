package org.ticktoquote.host.change;

/**
 * What became of one change.
 *
 * @param done whether the setting now has the value that it should have
 * @param words for people
 */
public record ChangeOutcome(boolean done, String words) {}
