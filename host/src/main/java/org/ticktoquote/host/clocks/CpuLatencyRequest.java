package org.ticktoquote.host.clocks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Forbids idle states that take time to leave, on all CPUs, for as long as it is open: four zero bytes held in
 * {@code /dev/cpu_dma_latency} (kernel: {@code Documentation/power/pm_qos_interface.rst}). The system under test would profit
 * from it, so it is held for an experiment only.
 */
final class CpuLatencyRequest implements AutoCloseable {
    static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

    private final Path path;
    private final RandomAccessFile device;

    /** Holds 0 us. */
    CpuLatencyRequest(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IOException(path + " does not exist");
        }
        this.path = path;
        this.device = new RandomAccessFile(path.toFile(), "rw");
        try {
            device.write(new byte[Integer.BYTES]);
        } catch (IOException refused) {
            device.close();
            throw refused;
        }
    }

    /** The path. */
    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() throws IOException {
        device.close();
    }
}
