package org.ticktoquote.core.evidence;

import java.util.UUID;

/**
 * First line of {@code evidence-application.jsonl}, with the constants of the collection.
 *
 * @param formatVersion version of the file's format
 * @param run identity of the run
 * @param intervalNs initial time between two samples
 */
public record EvidenceHeader(int formatVersion, UUID run, long intervalNs) {
    public static final int FORMAT_VERSION = 1;
}
