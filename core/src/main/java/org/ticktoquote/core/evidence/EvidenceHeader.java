package org.ticktoquote.core.evidence;

import java.util.UUID;

/**
 * The first line of {@code evidence-application.jsonl}: what does not change.
 *
 * @param formatVersion of the file
 * @param run the identity of the run
 * @param intervalNs between two looks, at first
 */
public record EvidenceHeader(int formatVersion, UUID run, long intervalNs) {
    public static final int FORMAT_VERSION = 1;
}
