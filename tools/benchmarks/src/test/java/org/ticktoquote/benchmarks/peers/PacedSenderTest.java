package org.ticktoquote.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.benchmarks.peers.SenderPeers.PacedSender;

class PacedSenderTest {
    private static final long T0_NS = 200_000_000;
    private static final long LAST_NS = 120_000_000;

    @ParameterizedTest
    @EnumSource
    void sendsEveryTickAndNoneBeforeItsTime(Waiting waiting, @TempDir Path folder) throws Exception {
        Optional<Path> program = BareProgram.compiled("paced_sender", folder);
        assumeThat(program).as("cc").isPresent();
        ByteBuffer offsets = ByteBuffer.allocate(4 * Long.BYTES).order(ByteOrder.nativeOrder());
        offsets.putLong(0).putLong(50_000).putLong(50_000).putLong(LAST_NS);
        Path schedule = Files.write(folder.resolve("schedule"), offsets.array());
        long t0Ns = System.nanoTime() + T0_NS;
        try (Listener listener = new Listener();
                Sending sending = PacedSender.start(
                        program.get(), schedule, folder.resolve("lags"), listener.port(), waiting, t0Ns)) {
            long[] lags = sending.lags();
            assertThat(System.nanoTime() - t0Ns).isGreaterThan(LAST_NS);
            assertThat(lags).hasSize(4);
            for (long lag : lags) {
                assertThat(lag).isNotNegative();
            }
        }
    }
}
