package org.ticktoquote.host.pingpong;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.OutputFile;

/**
 * Every counted message as CSV: size, sequence, and nanoseconds of its moments after the first intended one of its
 * passage; an empty field for a reply that was lost.
 */
final class ValuesFile implements AutoCloseable {
    private final OutputFile file;
    private final PrintWriter out;

    /** Into a file that whoever claimed it closes. */
    ValuesFile(OutputFile file) {
        this(file, opened(file));
    }

    ValuesFile(OutputFile file, Writer content) {
        this.file = file;
        this.out = new PrintWriter(new BufferedWriter(content));
        out.print("bytes,sequence,intended_ns,sent_ns,received_ns\n");
    }

    private static Writer opened(OutputFile file) {
        try {
            return Channels.newWriter(file.open(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Problem.of(file.file())
                    .fault("cannot be written", e)
                    .under("--values")
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
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
            throw Problem.of(file.file())
                    .fault("cannot be written whole: is its disk full?")
                    .under("--values")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        file.completed();
    }
}
