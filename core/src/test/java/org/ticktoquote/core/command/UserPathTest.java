package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserPathTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("file"), "x");
    }

    private static String refused(Runnable use) {
        ProblemException refusal = catchThrowableOfType(ProblemException.class, use::run);
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        return refusal.getMessage();
    }

    @Test
    void acceptsExistingPathsAndNewOutputs() {
        assertThat(UserPath.input(file)).isEqualTo(file);
        assertThat(UserPath.folder(folder)).isEqualTo(folder);
        assertThat(UserPath.output(file)).isEqualTo(file);
        assertThat(UserPath.output(folder.resolve("new"))).isEqualTo(folder.resolve("new"));
        assertThat(UserPath.output(Path.of("new-in-the-working-folder"))).doesNotExist();

        Path deep = folder.resolve("a/b");
        assertThat(UserPath.outputFolder(folder)).isEqualTo(folder);
        assertThat(UserPath.outputFolder(deep)).isEqualTo(deep).doesNotExist();
        assertThat(refused(() -> UserPath.outputFolder(file))).endsWith(file + " is a file, expected a folder");
        assertThat(refused(() -> UserPath.outputFolder(file.resolve("a/b")))).contains(file + " is a file");
    }

    @Test
    void followsLinksToTheirCurrentTarget() throws IOException {
        Files.createDirectory(folder.resolve("run"));
        Path link = Files.createSymbolicLink(folder.resolve("latest"), Path.of("run"));
        Path again = Files.createSymbolicLink(folder.resolve("again"), link);

        assertThat(UserPath.followed(again)).isEqualTo(folder.resolve("run"));
        assertThat(UserPath.followed(folder.resolve("run"))).isEqualTo(folder.resolve("run"));
    }

    @Test
    void ignoresAHomeThatIsNotAbsolute() {
        Path standard = Path.of(System.getProperty("user.home"), ".local", "state");
        assertThat(UserPath.home("/var/state", ".local/state")).isEqualTo(Path.of("/var/state"));
        assertThat(UserPath.home("state", ".local/state")).isEqualTo(standard);
        assertThat(UserPath.home("", ".local/state")).isEqualTo(standard);
        assertThat(UserPath.home(null, ".local/state")).isEqualTo(standard);
    }

    @Test
    void refusesMissingPathsAndTheWrongKind() {
        Path nowhere = folder.resolve("nowhere");
        assertThat(refused(() -> UserPath.input(nowhere))).isEqualTo(nowhere + ": no such file");
        assertThat(refused(() -> UserPath.folder(nowhere))).isEqualTo(nowhere + ": no such folder");
        assertThat(refused(() -> UserPath.input(folder))).endsWith(": is a folder, expected a file");
        assertThat(refused(() -> UserPath.folder(file))).endsWith(": is a file, expected a folder");
        assertThat(refused(() -> UserPath.output(folder))).contains("is a folder");
        assertThat(refused(() -> UserPath.output(Path.of("")))).startsWith("'': is a folder");

        assertThat(UserPath.regularInput(file)).isEqualTo(file);
        assertThat(UserPath.input(Path.of("/dev/null"))).isEqualTo(Path.of("/dev/null"));
        assertThat(refused(() -> UserPath.regularInput(Path.of("/dev/null"))))
                .isEqualTo("/dev/null: is not a regular file, expected one; save the output of a pipe to a file first");
        assertThat(refused(() -> UserPath.regularInput(folder))).endsWith(": is a folder, expected a file");

        assertThat(refused(() -> UserPath.output(Path.of("/dev/null")))).contains("is not a regular file");
        // links to a regular file if the output of the process is redirected to one
        assertThat(refused(() -> UserPath.output(Path.of("/dev/stdout")))).contains("is not a regular file");
        assertThat(refused(() -> UserPath.output(Path.of("/proc/self/fd/1")))).contains("is not a regular file");
    }

    @Test
    void refusesToWriteIntoAMissingFolderAndSuggestsMkdir() {
        Path deep = folder.resolve("a/b/new");
        assertThat(refused(() -> UserPath.output(deep))).contains("mkdir -p '" + folder.resolve("a/b") + "'");
        assertThat(refused(() -> UserPath.output(file.resolve("new")))).contains(file + " is a file");
        assertThat(folder.resolve("a")).doesNotExist();
    }
}
