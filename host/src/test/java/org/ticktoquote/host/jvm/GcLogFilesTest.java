package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.jvm.GcLogFiles.RuntimeGcLog;

class GcLogFilesTest {
    private static final long BEGAN_MS = 1_700_000_000_000L;

    @TempDir
    private Path folder;

    private Path log;
    private Path target;

    @BeforeEach
    void folders() throws IOException {
        log = Files.createDirectory(folder.resolve("app")).resolve("gc-app.log");
        target = Files.createDirectory(folder.resolve("run")).resolve("gc.log");
    }

    private static void write(Path file, String text, long modifiedMs) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(modifiedMs));
    }

    private void copy() {
        GcLogFiles.copy(log, target, BEGAN_MS);
    }

    @Test
    void copiesCompleteLinesOfLogAndRotatedParts() throws Exception {
        String longLine = "x".repeat(100_000);
        write(log, longLine + "\nsecond\nthird, not yet wri", BEGAN_MS + 5);
        write(log.resolveSibling("gc-app.log.0"), "older\n", BEGAN_MS);
        write(log.resolveSibling("gc-app.log.1"), "before the run\n", BEGAN_MS - 1);
        write(log.resolveSibling("gc-app.log.2.current"), "as Java 8 names it\n", BEGAN_MS + 1);
        write(log.resolveSibling("gc-app.log.bak"), "another file\n", BEGAN_MS + 1);
        copy();
        assertThat(target).hasContent(longLine + "\nsecond\n");
        assertThat(target.resolveSibling("gc.log.0")).hasContent("older\n");
        assertThat(target.resolveSibling("gc.log.2")).hasContent("as Java 8 names it\n");
        assertThat(folder.resolve("run")).isDirectoryNotContaining("glob:**.{1,bak}");
    }

    @Test
    void keepsLogWrittenIntoTheRunDirectory() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("latest"), target.getParent());
        for (Path same : List.of(target, link.resolve(target.getFileName()))) {
            log = same;
            write(log, "line\nhalf a li", BEGAN_MS + 5);
            copy();
            assertThat(target).hasContent("line\nhalf a li");
        }
        log = target.resolveSibling("application.log");
        write(log, "another\nname", BEGAN_MS + 5);
        copy();
        assertThat(target).hasContent("another\n");
    }

    @Test
    void refusesMissingOrOldLog() throws Exception {
        assertThatRefused(this::copy).hasMessageContaining("no such file");
        write(log, "line\n", BEGAN_MS - 1);
        assertThatRefused(this::copy)
                .hasMessageContaining("gc-app.log")
                .hasMessageContaining("was not written to in the run");
        assertThat(target).doesNotExist();
    }

    @Test
    @SuppressWarnings("ExplicitGC") // creates the pause to log
    void stampsPausesWithNanoTime() throws Exception {
        Path file = folder.resolve("with a space.log");
        long before = System.nanoTime();
        RuntimeGcLog log = RuntimeGcLog.into(file);
        try (log) {
            System.gc();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(file).contains("Safepoint"));
        }
        String pause = Files.readAllLines(file).stream()
                .filter(line -> line.matches(".*GC\\(\\d+\\) Pause .*ms"))
                .findFirst()
                .orElseThrow();
        long stamp = Long.parseLong(pause.substring(1, pause.indexOf("ns")));
        assertThat(stamp).isBetween(before, System.nanoTime());
    }
}
