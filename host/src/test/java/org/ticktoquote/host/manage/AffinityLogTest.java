package org.ticktoquote.host.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;

/** A log of two threads: one was moved, the call of the other was begun. */
class AffinityLogTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("log.jsonl");
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.write(AffinityLog.line("begin")
                    .put("pid", 100)
                    .put("plan", "bank.yaml")
                    .put("planSha256", "ab"));
            log.write(AffinityLog.line("usual").put("before", "0-3"));
            log.write(AffinityLog.line("original", "thread", 100, 7, "java").put("before", "0-3"));
            log.write(AffinityLog.line("original", "thread", 101, 8, "pricing").put("before", "0-1"));
            log.write(call("intended", 100, 7, "0-3", "2"));
            log.write(call("completed", 100, 7, "0-3", "2").put("readBack", "2").put("errno", 0));
            log.write(call("intended", 101, 8, "0-1", "3"));
        }
    }

    private static ObjectNode call(String action, long tid, long start, String before, String requested) {
        return AffinityLog.line(action, "thread", tid, start, "x")
                .put("before", before)
                .put("requested", requested)
                .put("reason", "1");
    }

    @Test
    void replaysToTheMasksOfNowAndOfBefore() {
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay.inForce()).isTrue();
        assertThat(replay.calls()).isEqualTo(1);
        assertThat(replay.lines()).isEqualTo(7);
        assertThat(replay.entries())
                .extracting(AffinityReplay.Entry::masks)
                .containsExactly(Set.of("2"), Set.of("0-1", "3"));
        assertThat(replay.originals(100).usual()).isEqualTo("0-3");
        assertThat(replay.originals(100).planned()).containsExactlyInAnyOrder("2", "3");
        assertThat(replay.originals(100).threads())
                .containsExactly(new ThreadMask(100, 7, "0-3"), new ThreadMask(101, 8, "0-1"));
    }

    @Test
    void goesOnWithTheChainAndEndsItWithTheRestore() {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            assertThat(log.state().inForce()).isTrue();
            log.write(AffinityLog.line("end"));
        }
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay.inForce()).isFalse();
        assertThat(replay.lines()).isEqualTo(8);
    }

    @Test
    void anotherProcessesMaskIsNoneOfOurs() {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.write(AffinityLog.line("drift", "thread", 100, 7, "java")
                    .put("before", "2")
                    .put("readBack", "1"));
        }
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay.entries().get(0).masks()).containsExactly("2");
        assertThat(replay.foreign(replay.entries().get(0))).isEqualTo("1");
    }

    @Test
    void findsAFlippedByteAtEachPlaceAndNamesItsLine() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int line = 1;
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] = (byte) (flipped[at] ^ 1 << at % 8);
            Files.write(file, flipped);
            int expected = line;
            assertThatThrownBy(() -> AffinityReplay.read(file))
                    .as("byte %d", at)
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT);
                        assertThat(refusal).hasMessageContaining("log.jsonl:" + expected + ": is damaged");
                    });
            line += whole[at] == '\n' ? 1 : 0;
        }
    }

    @Test
    void aLastLineThatWasCutIsNoDamageAndIsRemovedBeforeTheNext() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int last = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("\n", whole.length - 2) + 1;
        for (int end = last + 1; end < whole.length; end++) {
            Files.write(file, Arrays.copyOf(whole, end));
            AffinityReplay replay = AffinityReplay.read(file);
            assertThat(replay.cut()).as("%d bytes", end).isTrue();
            assertThat(replay.lines()).isEqualTo(6);
        }
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.write(AffinityLog.line("end"));
        }
        assertThat(AffinityReplay.read(file).cut()).isFalse();
        assertThat(AffinityReplay.read(file).lines()).isEqualTo(7);
    }

    @Test
    void findsALineThatIsMissing() throws IOException {
        List<String> lines = Files.readAllLines(file);
        lines.remove(3);
        Files.write(file, lines);
        assertThatThrownBy(() -> AffinityReplay.read(file)).hasMessageContaining(":4: is damaged");
    }

    @Test
    void oneManagerAtATime() {
        try (AffinityLog first = AffinityLog.open(file, "t2q threads apply")) {
            assertThat(first.state().lines()).isEqualTo(7);
            assertThatRefused(ExitStatus.ENVIRONMENT, () -> AffinityLog.open(file, "t2q threads apply"));
        }
    }
}
