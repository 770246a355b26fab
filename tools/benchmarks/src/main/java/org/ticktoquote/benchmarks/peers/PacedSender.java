package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.replayer.recording.Recording;

/** Program in C that sends at the times of a recording's ticks. */
final class PacedSender implements Sending {
    private final Process process;
    private final Path output;

    private PacedSender(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Writes the times of the ticks, relative to the first one, in the program's format. */
    static Path schedule(Recording recording, Path file) throws IOException {
        ByteBuffer offsets = ByteBuffer.allocate(Math.toIntExact(recording.count() * Long.BYTES))
                .order(ByteOrder.nativeOrder());
        long first = recording.venueTimeNs(0);
        for (long index = 0; index < recording.count(); index++) {
            offsets.putLong(recording.venueTimeNs(index) - first);
        }
        return Files.write(file, offsets.array());
    }

    /** Starts the program, which sends the first tick at this {@link System#nanoTime()}. */
    static PacedSender start(Path program, Path schedule, Path output, int port, Waiting waiting, long t0Ns)
            throws IOException {
        List<String> command =
                List.of(program.toString(), "127.0.0.1", "" + port, schedule.toString(), "" + t0Ns, waiting.ofBare());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(output.toFile())
                .start();
        return new PacedSender(process, output);
    }

    @Override
    public long[] lags() throws IOException, InterruptedException {
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException("the sender in C ended with status " + status);
        }
        try (Stream<String> lines = Files.lines(output)) {
            return lines.mapToLong(Long::parseLong).toArray();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
