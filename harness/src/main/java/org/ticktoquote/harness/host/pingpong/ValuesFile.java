package org.ticktoquote.harness.host.pingpong;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Every counted message as CSV: size, sequence, and nanoseconds of its moments after the first intended one of its
 * passage; an empty field for a reply that was lost.
 */
final class ValuesFile implements AutoCloseable {
    private final Path file;
    private final PrintWriter out;

    ValuesFile(Path file) {
        this.file = file;
        try {
            this.out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "--values " + file + ": cannot be written: " + e, e);
        }
        out.print("bytes,sequence,intended_ns,sent_ns,received_ns\n");
    }

    void add(PingpongClient.Passage passage) {
        PingTimes times = passage.times();
        int from = Math.min(passage.plan().warmUp(), passage.sent());
        for (int sequence = from; sequence < passage.sent(); sequence++) {
            long first = times.intendedNs(from);
            out.print(passage.plan().bytes() + "," + sequence + "," + (times.intendedNs(sequence) - first) + ","
                    + (times.sentNs(sequence) - first) + ","
                    + (times.answered(sequence) ? Long.toString(times.receivedNs(sequence) - first) : "") + "\n");
        }
    }

    @Override
    public void close() {
        boolean failed = out.checkError();
        out.close();
        if (failed) {
            throw new Refusal(
                    ExitStatus.ENVIRONMENT, "--values " + file + ": cannot be written whole: is its disk full?");
        }
    }
}
