package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script that a person starts. */
class LauncherIT {
    @TempDir
    private Path folder;

    private record Ended(int status, String text) {}

    private Ended run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.redirectErrorStream(true);
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), text);
    }

    @Test
    void runsThroughASymbolicLinkFromAnyDirectory() throws Exception {
        Path link = Files.createSymbolicLink(
                folder.resolve("a link"), T2qProcess.root().resolve("t2q"));
        Ended ended = run(link.toString(), "--version");
        assertThat(ended.status()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("t2q ").contains("Java ");
    }

    @Test
    void keepsTheCallersDirectory() throws Exception {
        Ended ended = run(
                T2qProcess.root().resolve("t2q").toString(),
                "generate",
                "--out",
                "here.t2q",
                "--length",
                "10s",
                "--pairs",
                "1");
        assertThat(ended.status()).as(ended.text()).isZero();
        assertThat(folder.resolve("here.t2q")).exists();
    }
}
