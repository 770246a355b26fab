package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes and restores real kernel settings of a private network namespace. */
class HostChangesIT {
    private static final String BEFORE = "4096\t131072\t1048576";

    @TempDir
    private Path folder;

    private NetworkPair network;
    private int runs;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        network = NetworkPair.orSkip();
        run("sh", "-c", "echo '" + BEFORE + "' > /proc/sys/net/ipv4/tcp_rmem");
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        if (network != null) {
            network.end();
        }
    }

    /** Exit status and output of a command in the namespace. */
    private record Ended(int status, String output) {}

    private Ended run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output-" + ++runs);
        Process process = network.inLeft(output, Arrays.asList(command));
        assertThat(process.waitFor(T2qProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }

    private Ended host(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(T2qProcess.java(), "-jar", T2qProcess.jar().toString(), "host", "--watch", "10ms"));
        command.addAll(List.of("--state", folder.resolve("changes.jsonl").toString()));
        command.addAll(Arrays.asList(arguments));
        return run(command.toArray(String[]::new));
    }

    private String value() throws IOException, InterruptedException {
        return run("cat", "/proc/sys/net/ipv4/tcp_rmem").output().trim();
    }

    @Test
    void raisesAKernelBufferAndRestoresIt() throws IOException, InterruptedException {
        assertThat(value()).isEqualTo(BEFORE);
        host("--profile", "lab");
        assertThat(value()).isEqualTo(BEFORE);

        Ended applied = host("--apply", "--only", "tcp-buffers");
        assertThat(applied.output())
                .contains("/proc/sys/net/ipv4/tcp_rmem: changed from 4096 131072 1048576 to 4096 131072 4194304");
        assertThat(applied.status()).isIn(0, 1, 2);
        assertThat(value()).isEqualTo("4096\t131072\t4194304");

        Ended undone = host("--undo");
        assertThat(undone.status()).as(undone.output()).isZero();
        assertThat(undone.output()).contains("restored from 4096 131072 4194304 to 4096 131072 1048576");
        assertThat(value()).isEqualTo(BEFORE);
    }
}
