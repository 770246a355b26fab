package org.ticktoquote.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTreeTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void createTwoFoldersWithAFileEach() throws IOException {
        for (String name : List.of("a", "b")) {
            Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("file"), name);
        }
    }

    @Test
    void walkSkipsFoldersRemovedMeanwhile() throws IOException {
        List<Path> visited = new ArrayList<>();

        DirectoryTree.walk(directory, each -> {
            visited.add(each);
            if (visited.size() == 2) { // the root and the first folder: both folders are listed by now, none is entered
                remove(directory.resolve("a"));
                remove(directory.resolve("b"));
            }
        });

        assertThat(visited).hasSize(2);
    }

    @Test
    void walkOfAMissingFolderVisitsNothing() throws IOException {
        List<Path> visited = new ArrayList<>();

        DirectoryTree.walk(directory.resolve("missing"), visited::add);

        assertThat(visited).isEmpty();
    }

    @Test
    void removesAFolderWithoutFollowingLinks() throws IOException {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "stays");
        Files.createSymbolicLink(directory.resolve("a/link"), elsewhere);

        DirectoryTree.remove(directory.resolve("a"));
        DirectoryTree.remove(directory.resolve("a"));

        assertThat(directory.resolve("a")).doesNotExist();
        assertThat(elsewhere).hasContent("stays");
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve("file"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
