package org.ticktoquote.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.EvidenceFile.EvidenceHeader;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.JsonLines;

/** Reads evidence while another process appends to, truncates or replaces the file. */
final class EvidenceFileTest {
    private static final UUID RUN = new UUID(1, 2);
    private static final EvidenceHeader HEADER = new EvidenceHeader(EvidenceHeader.FORMAT_VERSION, RUN, 10);
    private static final EvidenceCost COST = new EvidenceCost(3, 1, 1, 1, Map.of(), 30, "");

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("evidence-application.jsonl");
    }

    private static EvidenceLine sample(long ns, EvidenceCost end) {
        return new EvidenceLine(
                ns, ns + 10, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), end);
    }

    @Test
    void readsLinesWrittenDuringReading() {
        try (JsonLines writer = JsonLines.create(file(), HEADER)) {
            writer.write(sample(0, null));
            List<Long> seen = new ArrayList<>();
            EvidenceFile read = EvidenceFile.read(file(), RUN, sample -> {
                seen.add(sample.fromNs());
                if (sample.fromNs() < 1_000) { // more than a reader buffers
                    writer.write(sample(sample.fromNs() + 10, sample.fromNs() == 990 ? COST : null));
                }
            });
            assertThat(read.damage()).isEmpty();
            assertThat(read.cost()).contains(COST);
            assertThat(seen).hasSize(101).isSorted();
        }
    }

    /** An incomplete last line is ignored wherever it ends. The lines before it count. */
    @Test
    void readsTheLinesBeforeAnIncompleteOne() throws IOException {
        try (JsonLines writer = JsonLines.create(file(), HEADER)) {
            writer.write(sample(0, null));
            writer.write(sample(10, null));
        }
        byte[] line = "{\"fromNs\":20,\"toNs\":30,\"threads\":[[0,7,7,\"Börse\",\"other\"]]}"
                .getBytes(StandardCharsets.UTF_8);
        byte[] before = Files.readAllBytes(file());
        for (int length = 1; length < line.length; length++) {
            Files.write(file(), before);
            Files.write(file(), Arrays.copyOf(line, length), StandardOpenOption.APPEND);
            EvidenceFile read = EvidenceFile.read(file(), RUN, sample -> {});
            assertThat(read.lines()).as("%d bytes of the next line", length).isEqualTo(2);
            assertThat(read.damage()).startsWith("line 4: ");
            assertThat(read.foreign()).isFalse();
        }
    }

    @Test
    void continuesWithTheOpenFileAfterAnotherRunReplacesIt() throws IOException {
        try (JsonLines writer = JsonLines.create(file(), HEADER)) {
            writer.write(sample(0, null));
            List<Long> seen = new ArrayList<>();
            EvidenceFile read = EvidenceFile.read(file(), RUN, sample -> {
                seen.add(sample.fromNs());
                if (sample.end() == null) {
                    replace();
                    writer.write(sample(10, COST));
                }
            });
            assertThat(read.damage()).isEmpty();
            assertThat(seen).containsExactly(0L, 10L);
        }
        assertThat(EvidenceFile.read(file(), RUN, sample -> {}).foreign()).isTrue();
    }

    private void replace() {
        try {
            AtomicFile.write(file(), "another run's\n");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
