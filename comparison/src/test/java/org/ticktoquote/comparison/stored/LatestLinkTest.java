package org.ticktoquote.comparison.stored;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatestLinkTest {
    @TempDir
    private Path folder;

    private Path link;

    @BeforeEach
    void setUp() throws IOException {
        link = folder.resolve("latest");
        Files.createDirectories(folder.resolve("one"));
        Files.createDirectories(folder.resolve("two"));
    }

    @Test
    void pointsToTheNewestRun() throws IOException {
        LatestLink.point(folder, Path.of("one"));
        LatestLink.point(folder, Path.of("two"));
        assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("two"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("one", "two", "latest");
    }

    @Test
    void leavesForeignFilesAndLinks() throws IOException {
        Files.writeString(link, "mine");
        LatestLink.point(folder, Path.of("one"));
        assertThat(link).hasContent("mine");
        Files.delete(link);
        Files.createSymbolicLink(link, Path.of("/"));
        LatestLink.point(folder, Path.of("one"));
        assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("/"));
    }

    @Test
    void isRemovedIfItsTargetIsGone() throws IOException {
        LatestLink.point(folder, Path.of("one"));
        LatestLink.repair(folder, List.of());
        assertThat(link).isSymbolicLink();
        Files.delete(folder.resolve("one"));
        LatestLink.repair(folder, List.of());
        assertThat(Files.isSymbolicLink(link)).isFalse();
    }
}
