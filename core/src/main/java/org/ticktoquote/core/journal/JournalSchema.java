package org.ticktoquote.core.journal;

import java.util.List;

/**
 * Kind and layout of the records of a journal.
 *
 * @param id kind of records, stored in the header
 * @param version layout version. Readers refuse any other
 * @param recordLength length in bytes, a multiple of 8, without the check that the journal appends to every record
 * @param monotonic times that never decrease from one record to the next
 */
public record JournalSchema(int id, int version, int recordLength, List<TimeField> monotonic) {
    public JournalSchema {
        monotonic = List.copyOf(monotonic);
        if (recordLength <= 0 || recordLength % Long.BYTES != 0) {
            throw new IllegalArgumentException("record length must be a positive multiple of 8: " + recordLength);
        }
    }

    public JournalSchema(int id, int version, int recordLength) {
        this(id, version, recordLength, List.of());
    }

    /** Returns the distance in bytes between the starts of two consecutive records. */
    int stride() {
        return recordLength + Checksum.RECORD_CHECK;
    }

    /**
     * Time field of a journal's records that never decreases from one record to the next. Consecutive times can be equal.
     *
     * @param name field name in messages
     * @param offset byte offset of a little-endian int64 of nanoseconds within the record
     */
    public record TimeField(String name, int offset) {}
}
