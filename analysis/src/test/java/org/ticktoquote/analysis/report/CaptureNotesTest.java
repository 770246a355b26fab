package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CaptureNotesTest {
    @Test
    void reportsDuplicatesGapsAndMixedSessions() {
        Map<String, String> host = Map.of(
                "wire.duplicates",
                "1234",
                "wire.clientHoles",
                "0",
                "wire.sessionsOfSeveralAddresses",
                "7",
                "wire.cut",
                "day.pcap ends within the record at byte 40",
                "kernel",
                "6.1");

        assertThat(CaptureNotes.of(host))
                .containsExactly(
                        "packets captured more than once; the first one counts: 1,234",
                        "sessions whose prices come from several addresses, one after another; if these are several"
                                + " systems, choose one with --quotes HOST:PORT: 7",
                        "day.pcap ends within the record at byte 40; nothing after that is in the run");
        assertThat(CaptureNotes.of(Map.of())).isEmpty();
    }
}
