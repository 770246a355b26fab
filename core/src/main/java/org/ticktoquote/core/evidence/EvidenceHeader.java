package org.ticktoquote.core.evidence;

import java.util.UUID;

/**
 * First line of {@code evidence-application.jsonl}, with what does not change.
 *
 * @param formatVersion of the file
 * @param run identity of the run
 * @param intervalNs initial time between two looks
 */
public record EvidenceHeader(int formatVersion, UUID run, long intervalNs) {
    public static final int FORMAT_VERSION = 1;
}
