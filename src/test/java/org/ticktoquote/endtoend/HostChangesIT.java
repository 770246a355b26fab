package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @BeforeEach
    void make() throws IOException, InterruptedException {
        network = NetworkPair.orSkip();
        run("sh -c \"echo '" + BEFORE + "' > /proc/sys/net/ipv4/tcp_rmem\"");
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        if (network != null) {
            network.end();
        }
    }

    /** Runs a command in the namespace. */
    private Ended run(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(network.amongLeft());
        words.addAll(T2qProcess.words(command));
        return Ended.of(new ProcessBuilder(words));
    }

    private Ended host(String arguments) throws IOException, InterruptedException {
        return run("'" + T2qProcess.java() + "' -jar '" + T2qProcess.jar() + "' host --watch 10ms --state '"
                + folder.resolve("changes.jsonl") + "' " + arguments);
    }

    private String value() throws IOException, InterruptedException {
        return run("cat /proc/sys/net/ipv4/tcp_rmem").text().trim();
    }

    @Test
    void raisesAKernelBufferAndRestoresIt() throws IOException, InterruptedException {
        assertThat(value()).isEqualTo(BEFORE);
        host("--profile lab");
        assertThat(value()).isEqualTo(BEFORE);

        Ended applied = host("--apply --only tcp-buffers");
        assertThat(applied.text())
                .contains("/proc/sys/net/ipv4/tcp_rmem: changed from 4096 131072 1048576 to 4096 131072 4194304");
        assertThat(applied.status()).isIn(0, 1, 2);
        assertThat(value()).isEqualTo("4096\t131072\t4194304");

        assertThat(host("--undo").text(0)).contains("restored from 4096 131072 4194304 to 4096 131072 1048576");
        assertThat(value()).isEqualTo(BEFORE);
    }
}
