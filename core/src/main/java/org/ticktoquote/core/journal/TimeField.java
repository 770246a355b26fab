package org.ticktoquote.core.journal;

/**
 * A time in every record of a journal that never falls from one record to the next. Consecutive times can be equal.
 *
 * @param name shown in messages
 * @param offset in the record, of a little-endian int64 of nanoseconds
 */
public record TimeField(String name, int offset) {}
