package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.audit.ProcessAudit.StallLog;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.clock.ClockPair;

class GcLogTest {
    private static final UUID RUN = UUID.fromString("11111111-2222-4333-8444-555555555555");

    @TempDir
    private Path folder;

    /** Lines written by JDK 17 and 25. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            [2795419344888ns][1860504892ns][30286][gc          ] GC(0) Pause Young (Allocation Failure) 51M->6M(185M) 54.937ms; 54937000
            [9000000000ns][5ns][7][gc          ] GC(12) Pause Remark 31M->31M(64M) 1.250ms                                   ; 1250000
            [9000000000ns][5ns][7][gc,phases   ] GC(1) Pause Mark Start 0.008ms                                             ; 8000
            [9000000000ns][5ns][7][gc,phases   ] GC(1) y: Pause Mark Start 0.008ms                                          ; 8000
            [9000000000ns][5ns][7][gc          ] GC(2) Pause Init Mark (unload classes) 0.417ms                             ; 417000
            """)
    void findsThePauseWithItsLength(String line, long lengthNs) {
        TimeInterval pause = StallLog.pause(line.strip()).orElseThrow();
        assertThat(pause.lengthNs()).isEqualTo(lengthNs);
        assertThat(line).startsWith("[" + pause.toNs() + "ns]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            [2795364405386ns][1805565420ns][30286][gc,start    ] GC(0) Pause Young (Allocation Failure)
            [9000000000ns][5ns][7][gc,phases   ] GC(3) Phase 1: Mark live objects 3.221ms
            [9000000000ns][5ns][7][gc          ] GC(7) Concurrent Mark Cycle 14.318ms
            [9000000000ns][5ns][7][safepoint   ] Safepoint "Cleanup", Time since last: 2000226645 ns, Total: 27141 ns
            [9000000000ns][5ns][7][gc,cpu      ] GC(0) User=0.00s Sys=0.00s Real=0.05s
            [0.123s] GC(0) Pause Young 1.0ms
            """)
    void findsNoPauseInOtherLines(String line) {
        assertThat(StallLog.pause(line.strip())).isEmpty();
    }

    @Test
    void refusesLogsOfOtherProcessesAndRuns() throws Exception {
        Path log = folder.resolve("gc-x.log");
        Audit x = audit("x");
        String pauses = "[5000000ns][1ns][7][gc] GC(1) Pause Full (x) 1M->1M(2M) 1.000ms\n[6000";
        Files.writeString(log, "[t2q] x of run " + RUN + "\n" + pauses);
        assertThat(StallLog.ofPauses(log, RUN, x).stalls()).containsExactly(new TimeInterval(4_000_000, 5_000_000));
        assertThat(StallLog.ofPauses(log, RUN, audit("y")).damage())
                .isEqualTo("belongs to x of run " + RUN + ", expected y of run " + RUN);
        UUID other = new UUID(1, 2);
        StallLog foreign = StallLog.ofPauses(log, other, x);
        assertThat(foreign.foreign()).isTrue();
        assertThat(foreign.stalls()).isEmpty();
        assertThat(foreign.damage()).isEqualTo("belongs to x of run " + RUN + ", expected x of run " + other);
        for (String unsigned : List.of(pauses, "", "[6000ns][1ns][7][gc,init] Version: 17\n")) {
            Files.writeString(log, unsigned);
            assertThat(StallLog.ofPauses(log, RUN, x).damage()).startsWith("does not name its run");
        }
        assertThat(StallLog.ofPauses(folder.resolve("absent.log"), RUN, x).damage())
                .isEqualTo("is missing");
    }

    /** Times in ms and counts of collections. */
    private static Audit audit(String role, long... counted) {
        List<AuditSample> samples = new ArrayList<>();
        for (int i = 0; i < counted.length; i += 2) {
            samples.add(new AuditSample(
                    new ClockPair(1_000_000 * counted[i], 0, 0),
                    false,
                    "",
                    Map.of(AuditSample.GC_PAUSES, counted[i + 1]),
                    List.of(),
                    ""));
        }
        return new Audit(role, Optional.empty(), samples, "", false);
    }

    @Test
    void detectsMissingPausesByTheCollectionCount() throws Exception {
        Path log = folder.resolve("gc-x.log");
        List<String> lines = new ArrayList<>(List.of("[t2q] x of run " + RUN));
        for (int i = 1; i < 6; i++) {
            lines.add("[" + i + "000000ns][1ns][7][gc] GC(" + i + ") Pause Young (x) 9M->1M(2M) 0.500ms");
        }
        Files.write(log, lines);
        String missing = "has 4 pauses, the process counted 5";
        assertThat(StallLog.ofPauses(log, RUN, audit("x", 0, 0, 9, 5)).damage()).isEmpty();
        assertThat(StallLog.ofPauses(log, RUN, audit("x", 2, 1, 9, 4)).damage())
                .as("more")
                .isEmpty();
        assertThat(StallLog.ofPauses(log, RUN, audit("x", 0, 40, 9, 45)).damage())
                .as("older")
                .isEmpty();
        assertThat(StallLog.ofPauses(log, RUN, audit("x", 2, 1, 9, 6)).damage()).isEqualTo(missing);
        lines.remove(3);
        Files.write(log, lines);
        StallLog cut = StallLog.ofPauses(log, RUN, audit("x", 0, 0, 9, 5));
        assertThat(cut.damage()).isEqualTo(missing);
        assertThat(cut.stalls()).hasSize(4);
    }
}
