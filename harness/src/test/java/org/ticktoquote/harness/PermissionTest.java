package org.ticktoquote.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.command.T2qLine;

/** An unreadable file is an environment error for every command. Uses a file that not even root can read. */
final class PermissionTest {
    private static final Path WRITE_ONLY = Path.of("/sys/bus/cpu/drivers_probe");

    @TempDir
    private Path folder;

    @BeforeEach
    void requireUnreadableFile() {
        assumeThat(denied()).as("%s is unreadable", WRITE_ONLY).isTrue();
    }

    private static boolean denied() {
        try {
            Files.readString(WRITE_ONLY);
            return false;
        } catch (AccessDeniedException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void assertEnvironmentError(String... arguments) {
        T2qLine line = new T2qLine();
        int status = line.run(arguments);
        assertThat(status).as("%s: %s", List.of(arguments), line.err()).isEqualTo(ExitStatus.ENVIRONMENT.code());
        assertThat(line.err()).doesNotContain("\tat ").isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import --out OUT FILE --symbol EUR/USD",
                "import --out OUT FILE FILE --symbol EUR/USD",
                "import --out OUT nothing.csv FILE --symbol EUR/USD",
                "matrix check FILE",
                "matrix check no-matrix FILE",
                "matrix check FILE FILE pv",
                "matrix show FILE",
                "recording show FILE",
                "wire show FILE",
                "recording stats FILE",
                "recording cut FILE --out OUT --from T0 --to T0+1s",
                "run --recording FILE --out OUT",
                "run --hosts FILE --out OUT",
                "run --threads FILE --out OUT",
                "run --session-template FILE --out OUT",
                "run --plugin FILE --out OUT",
                "run FILE --out OUT",
                "replay --recording FILE --feed udp://127.0.0.1:9 --run OUT --check",
                "clients --plan FILE --run OUT --check",
                "host diff FILE FILE"
            })
    void unreadableFileIsAnEnvironmentError(String command) {
        assertEnvironmentError(command.replace("FILE", WRITE_ONLY.toString())
                .replace("OUT", folder.resolve("out").toString())
                .split(" "));
    }

    @Test
    void unreadableManifestOrMatrixRecordIsAnEnvironmentError() throws IOException {
        Files.createSymbolicLink(folder.resolve("run.json"), WRITE_ONLY);
        assertEnvironmentError("analyze", folder.toString());
        Files.createSymbolicLink(folder.resolve("matrix.json"), WRITE_ONLY);
        Files.writeString(folder.resolve("matrix.yaml"), "");
        Files.writeString(folder.resolve("resolved.json"), "");
        assertEnvironmentError("run", "--resume", folder.toString());
    }
}
