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
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.keep.MaskRestorer.ThreadMask;
import org.ticktoquote.host.manage.AffinityReplay.Audit;

/** Uses a log of two threads: one was moved, and the call for the other was started. */
class AffinityLogTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("log.jsonl");
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.begin(begin("bank.yaml"));
            log.write(AffinityLog.line("usual").put("before", "0-3"));
            log.write(AffinityLog.line("original", "thread", 100, 7, "java").put("before", "0-3"));
            log.write(AffinityLog.line("original", "thread", 101, 8, "pricing").put("before", "0-1"));
            log.write(call("intended", 100, 7, "0-3", "2"));
            log.write(call("completed", 100, 7, "0-3", "2").put("readBack", "2").put("errno", 0));
            log.write(call("intended", 101, 8, "0-1", "3"));
        }
    }

    private static ObjectNode begin(String plan) {
        return AffinityLog.line("begin").put("pid", 100).put("plan", plan).put("planSha256", "ab");
    }

    private void append(Consumer<AffinityLog> lines) {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            lines.accept(log);
        }
    }

    /** Restores the plan, then applies and restores the given number of further plans. */
    private void applyMore(int plans) {
        for (int plan = 0; plan < plans; plan++) {
            String name = "plan-" + plan;
            append(log -> {
                log.write(AffinityLog.line("end"));
                log.begin(begin(name));
            });
        }
    }

    private Path earlier(int number) {
        return folder.resolve("log.jsonl." + number);
    }

    private static ObjectNode call(String action, long tid, long start, String before, String requested) {
        return AffinityLog.line(action, "thread", tid, start, "x")
                .put("before", before)
                .put("requested", requested)
                .put("reason", "1");
    }

    @Test
    void replayYieldsCurrentAndOriginalMasks() {
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay)
                .extracting(AffinityReplay::inForce, AffinityReplay::calls, AffinityReplay::lines)
                .containsExactly(true, 1L, 7L);
        assertThat(replay.entries())
                .extracting(AffinityReplay.Entry::masks)
                .containsExactly(Set.of("2"), Set.of("0-1", "3"));
        assertThat(replay.originals(100).usual()).isEqualTo("0-3");
        assertThat(replay.originals(100).planned()).containsExactlyInAnyOrder("2", "3");
        assertThat(replay.originals(100).threads())
                .containsExactly(new ThreadMask(100, 7, "0-3"), new ThreadMask(101, 8, "0-1"));
    }

    @Test
    void reportsForeignMask() {
        append(log -> log.write(AffinityLog.line("drift", "thread", 100, 7, "java")
                .put("before", "2")
                .put("readBack", "1")));
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay.entries().get(0).masks()).containsExactly("2");
        assertThat(replay.foreign(replay.entries().get(0))).isEqualTo("1");
    }

    @Test
    void detectsFlippedByteAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int line = 1;
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] = (byte) (flipped[at] ^ 1 << at % 8);
            Files.write(file, flipped);
            int expected = line;
            assertThatThrownBy(() -> AffinityReplay.read(file))
                    .as("byte %d", at)
                    .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                        assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT);
                        assertThat(refusal).hasMessageContaining("log.jsonl:" + expected + ": is damaged");
                    });
            line += whole[at] == '\n' ? 1 : 0;
        }
    }

    @Test
    void toleratesAndRemovesCutLastLine() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        int last = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("\n", whole.length - 2) + 1;
        for (int end = last + 1; end < whole.length; end++) {
            Files.write(file, Arrays.copyOf(whole, end));
            AffinityReplay replay = AffinityReplay.read(file);
            assertThat(replay.isTruncated()).as("%d bytes", end).isTrue();
            assertThat(replay.lines()).isEqualTo(6);
        }
        append(log -> log.write(AffinityLog.line("end")));
        assertThat(AffinityReplay.read(file).isTruncated()).isFalse();
        assertThat(AffinityReplay.read(file).lines()).isEqualTo(7);
    }

    @Test
    void explainsManualRestoreOfDamagedLog() throws IOException {
        List<String> lines = Files.readAllLines(file);
        Files.writeString(file, Files.readString(file).replaceFirst("pricing", "pricinG"));
        assertThatThrownBy(() -> AffinityLog.open(file, "test"))
                .hasMessageContaining("log.jsonl:4: is damaged")
                .hasMessageContaining("taskset -pc BEFORE ID");
        lines.remove(3);
        Files.write(file, lines);
        assertThatThrownBy(() -> AffinityReplay.read(file)).as("missing line").hasMessageContaining(":4: is damaged");
    }

    @Test
    void refusesSecondManager() {
        try (AffinityLog first = AffinityLog.open(file, "t2q threads apply")) {
            assertThat(first.state().lines()).isEqualTo(7);
            assertThatRefused(ExitStatus.ENVIRONMENT, () -> AffinityLog.open(file, "t2q threads apply"));
        }
    }

    @Test
    void eachPlanStartsAFileOfTheSameChain() throws IOException {
        byte[] first = Files.readAllBytes(file);
        applyMore(11);
        assertThat(Files.readAllBytes(earlier(1))).startsWith(first);
        assertThat(AffinityReplay.read(file).lines()).isEqualTo(1);
        assertThat(AffinityReplay.read(file).entries()).isEmpty();
        assertThat(AffinityReplay.readAll(file))
                .extracting(Audit::files, Audit::lines, Audit::calls)
                .containsExactly(12, 8L + 10 * 2 + 1, 1L);
        assertThat(AffinityReplay.readAll(file).latest().plan().path("plan").asText())
                .isEqualTo("plan-10");
        assertThat(AffinityReplay.readAll(earlier(7)).lines()).as("alone").isEqualTo(2);
    }

    @Test
    void detectsFlippedByteInAnyFileAndStillStartsAPlan() throws IOException {
        applyMore(2);
        for (Path each : List.of(earlier(1), earlier(2), file)) {
            byte[] whole = Files.readAllBytes(each);
            for (int at = 0; at < whole.length; at += 7) {
                byte[] flipped = whole.clone();
                flipped[at] = (byte) (flipped[at] ^ 1 << at % 8);
                Files.write(each, flipped);
                assertThatThrownBy(() -> AffinityReplay.readAll(file))
                        .as("%s byte %d", each, at)
                        .hasMessageStartingWith(each + ":")
                        .hasMessageContaining("is damaged");
            }
            Files.write(each, whole);
        }
        for (Path each : List.of(earlier(1), earlier(2))) {
            Files.writeString(each, "damaged\n");
        }
        applyMore(1);
        assertThat(AffinityReplay.read(earlier(3)).lines()).isEqualTo(2);
        assertThatThrownBy(() -> AffinityReplay.readAll(file))
                .hasMessageStartingWith(earlier(1) + ":1: is damaged")
                .hasMessageContaining(earlier(2) + ":1: is damaged");
    }

    @Test
    void detectsMissingAndCutFiles() throws IOException {
        applyMore(3);
        byte[] second = Files.readAllBytes(earlier(2));
        Files.delete(earlier(2));
        assertThatThrownBy(() -> AffinityReplay.readAll(file)).hasMessageStartingWith(earlier(3) + ":1: is damaged");
        for (int end : new int[] {0, 100, second.length - 1}) {
            Files.write(earlier(2), Arrays.copyOf(second, end));
            assertThatThrownBy(() -> AffinityReplay.readAll(file))
                    .as("%d bytes", end)
                    .hasMessageContaining("is damaged");
        }
        Files.write(earlier(2), second);
        Files.delete(earlier(1));
        assertThatThrownBy(() -> AffinityReplay.readAll(file)).hasMessageStartingWith(earlier(2) + ":1: is damaged");
    }

    /** The new file is missing, empty, or has part of a line. */
    @Test
    void survivesCrashDuringCreationOfAFile() throws IOException {
        applyMore(1);
        byte[] line = Files.readAllBytes(file);
        for (int written = -1; written < line.length; written += written < 3 ? 1 : 40) {
            Files.delete(file);
            if (written >= 0) {
                Files.write(file, Arrays.copyOf(line, written));
            }
            assertThat(AffinityReplay.readAll(file).lines())
                    .as("%d bytes", written)
                    .isEqualTo(8);
            assertThat(AffinityReplay.readAll(file).latest().inForce()).isFalse();
            append(log -> log.begin(begin("next")));
            assertThat(AffinityReplay.readAll(file).lines())
                    .as("%d bytes", written)
                    .isEqualTo(9);
            assertThat(earlier(2)).doesNotExist();
        }
    }

    @Test
    void startsPlanAfterCrashDespiteDamagedPreviousFile() throws IOException {
        applyMore(1);
        Files.delete(file);
        Files.writeString(earlier(1), "damaged\n");
        append(log -> log.begin(begin("next")));
        assertThat(AffinityReplay.read(file).lines()).isOne();
        assertThatThrownBy(() -> AffinityReplay.readAll(file))
                .hasMessage(earlier(1) + ":1: is damaged: its SHA-256 does not match");
    }

    /** Older versions wrote all plans to one file. */
    @Test
    void readsOneFileWithSeveralPlans() {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.write(AffinityLog.line("end"));
            log.write(begin("second"));
            log.write(AffinityLog.line("end"));
            log.begin(begin("third"));
        }
        assertThat(AffinityReplay.readAll(file))
                .extracting(Audit::files, Audit::lines)
                .containsExactly(2, 11L);
    }

    @Test
    void forgetsEndedThreadsButKeepsPlannedMasks() {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            for (int tid = 200; tid < 300; tid++) {
                log.write(AffinityLog.line("original", "thread", tid, tid, "brief")
                        .put("before", "0-3"));
                log.write(call("completed", tid, tid, "0-3", "1").put("readBack", "1"));
                log.write(AffinityLog.line("ended", "thread", tid, tid, "brief"));
            }
            assertThat(log.state().entries()).hasSize(2);
        }
        AffinityReplay replay = AffinityReplay.read(file);
        assertThat(replay.entries()).hasSize(2);
        assertThat(replay.originals(100).planned()).containsExactlyInAnyOrder("1", "2", "3");
    }

    /** It inherits the mask of its creator until the first call, and a kill can come earlier. */
    @Test
    void newThreadCanHaveAnyPlannedMask() {
        try (AffinityLog log = AffinityLog.open(file, "test")) {
            log.write(AffinityLog.line("original", "thread", 102, 9, "late").put("before", "0-3"));
            assertThat(log.masks(102, 9)).containsExactlyInAnyOrder("0-3", "2", "3");
            log.write(call("intended", 102, 9, "2", "3"));
            assertThat(log.masks(102, 9)).contains("2", "3");
            log.write(call("completed", 102, 9, "2", "3").put("readBack", "3"));
            assertThat(log.masks(102, 9)).containsExactly("3");
        }
    }
}
