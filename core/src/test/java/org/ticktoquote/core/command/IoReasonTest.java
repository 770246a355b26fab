package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoReasonTest {
    @TempDir
    private Path folder;

    private static String of(ThrowingCallable failing) {
        return IoReason.of(catchThrowable(failing));
    }

    @Test
    void givesTheReasonOfTheOperatingSystemOrOfInvalidJson() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "");
        assertThat(of(() -> Files.readString(folder.resolve("b")))).isEqualTo("no such file or directory");
        assertThat(of(() -> new FileInputStream("/b/c").close())).isEqualTo("no such file or directory");
        assertThat(of(() -> Files.readString(folder))).isEqualTo("is a directory");
        assertThat(of(() -> new FileInputStream(folder.toFile()).close())).isEqualTo("is a directory");
        assertThat(of(() -> Files.createFile(file))).isEqualTo("already exists");
        assertThat(of(() -> Files.delete(folder))).isEqualTo("directory not empty");
        assertThat(of(() -> Files.writeString(file.resolve("c"), ""))).isEqualTo("not a directory");
        assertThat(of(() -> new ProcessBuilder("/no/such").start())).isEqualTo("no such file or directory");
        assertThat(IoReason.of(new IOException("No space left on device"))).isEqualTo("no space left on device");
        assertThat(IoReason.of(new AccessDeniedException("/a"))).isEqualTo("permission denied");
        assertThat(IoReason.of(new FileSystemException("/a", null, "Too many open files")))
                .isEqualTo("too many open files");

        Path empty = Files.createFile(folder.resolve("empty.json"));
        assertThat(of(() -> new ObjectMapper().readValue(empty.toFile(), List.class)))
                .isEqualTo("is empty, expected JSON");
        Path cut = Files.writeString(folder.resolve("cut.json"), "{\"a\": [1,");
        assertThat(of(() -> new ObjectMapper().readTree(cut.toFile()))).isEqualTo("ends in the middle of the JSON");
    }

    @Test
    void doesNotNameTheExceptionClass() throws IOException {
        Path latin = Files.write(folder.resolve("l"), new byte[] {(byte) 0xe9});
        assertThat(of(() -> Files.readString(latin))).isEqualTo("not UTF-8 text");
        assertThat(IoReason.of(new UnknownHostException("x"))).isEqualTo("unknown host 'x'");
        assertThat(IoReason.of(new ClosedChannelException())).isEqualTo("closed channel");
        assertThat(IoReason.of(new EOFException())).isEqualTo("unexpected end of file");
        assertThat(IoReason.of(new UncheckedIOException(new IOException("Broken pipe"))))
                .isEqualTo("broken pipe");
        assertThat(IoReason.of(new IOException("TLS failed\nhere"))).isEqualTo("TLS failed here");
    }

    @Test
    void isAppendedToTheTextOfAProblemAndNamesAnotherFile() {
        IOException full = new IOException("No space left on device");
        ProblemException refusal =
                Problem.of(Path.of("a.json")).fault("cannot be written", full).exception(ExitStatus.ENVIRONMENT, full);
        assertThat(refusal)
                .hasMessage("a.json: cannot be written: no space left on device")
                .hasCause(full);
        assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT);

        // The file that failed can differ from the file of the problem.
        Problem problem = Problem.of(Path.of("runs/a")).fault("cannot be created", new AccessDeniedException("runs"));
        assertThat(problem.text()).isEqualTo("runs/a: cannot be created: runs: permission denied");
        Problem same = Problem.of(Path.of("runs/a")).fault("cannot be created", new AccessDeniedException("runs/a"));
        assertThat(same.text()).isEqualTo("runs/a: cannot be created: permission denied");
    }
}
