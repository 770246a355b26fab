package org.ticktoquote.core.journal;

/**
 * Time field of a journal's records that never decreases from one record to the next. Consecutive times can be equal.
 *
 * @param name field name in messages
 * @param offset byte offset of a little-endian int64 of nanoseconds within the record
 */
public record TimeField(String name, int offset) {}
