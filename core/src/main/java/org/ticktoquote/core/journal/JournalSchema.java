package org.ticktoquote.core.journal;

import java.util.List;

/**
 * Which records a journal holds.
 *
 * @param id the number in the header that tells journals of different kinds apart
 * @param version of the record's layout; readers refuse another one
 * @param recordLength in bytes, a multiple of 8; without the check that the journal puts behind every record
 * @param rising times that never fall from one record to the next
 */
public record JournalSchema(int id, int version, int recordLength, List<TimeField> rising) {
    public JournalSchema {
        rising = List.copyOf(rising);
        if (recordLength <= 0 || recordLength % Long.BYTES != 0) {
            throw new IllegalArgumentException("record length must be a positive multiple of 8: " + recordLength);
        }
    }

    /** Of records without times that rise. */
    public JournalSchema(int id, int version, int recordLength) {
        this(id, version, recordLength, List.of());
    }

    /** From the beginning of one record to that of the next. */
    int stride() {
        return recordLength + RecordCheck.LENGTH;
    }
}
