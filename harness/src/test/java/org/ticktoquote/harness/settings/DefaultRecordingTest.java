package org.ticktoquote.harness.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultRecordingTest {
    @TempDir
    private Path cache;

    private Path entry(String name, Duration unused) throws IOException {
        Path file = Files.writeString(cache.resolve(name), name);
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(unused)));
    }

    @Test
    void usesItsOwnEntryAndRemovesUnusedEntries() throws IOException {
        Path own = entry("nfp-0123456789ab.t2q", Duration.ofDays(30));
        Path other = entry("nfp-ba9876543210.t2q", Duration.ofMinutes(50));
        Path old = entry("nfp-0.1.0-SNAPSHOT.t2q", Duration.ofMinutes(70));
        Path abandoned = entry("nfp-ba9876543210.t2q.4711.part", Duration.ofDays(1));
        Path foreign = entry("notes.txt", Duration.ofDays(30));

        DefaultRecording.in(cache, "0123456789ab").provide();

        assertThat(own).hasContent("nfp-0123456789ab.t2q");
        assertThat(Files.getLastModifiedTime(own).toInstant())
                .isAfter(Instant.now().minus(Duration.ofMinutes(5)));
        assertThat(other).exists();
        assertThat(foreign).exists();
        assertThat(old).doesNotExist();
        assertThat(abandoned).doesNotExist();
    }
}
