package org.ticktoquote.host.hiccups;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.OutputFile;

/** Intervals in HdrHistogram's {@code .hlog} format, tagged by CPU and meter, values in nanoseconds. */
public final class IntervalLog implements HiccupsRun.Intervals, AutoCloseable {
    private static final double MILLISECONDS = 1e3;
    private static final double NO_SCALING = 1.0;

    private final OutputFile file;
    private final PrintStream out;
    private final HistogramLogWriter writer;

    /** Into a file, new or replaced; whoever claimed it closes it. */
    public IntervalLog(OutputFile file) {
        this(file, opened(file));
    }

    IntervalLog(OutputFile file, OutputStream content) {
        this.file = file;
        this.out = new PrintStream(content, false, StandardCharsets.UTF_8);
        this.writer = new HistogramLogWriter(out);
        writer.outputComment("delays of CPUs, nanoseconds");
        writer.outputLogFormatVersion();
        writer.outputLegend();
    }

    private static OutputStream opened(OutputFile file) {
        try {
            return Channels.newOutputStream(file.open());
        } catch (IOException e) {
            throw Problem.of(file.file())
                    .fault("cannot be written", e)
                    .under("--hlog")
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    @Override
    public void take(String tag, Instant startedAt, Instant endedAt, Histogram delays) {
        delays.setTag(tag);
        writer.outputIntervalHistogram(
                startedAt.toEpochMilli() / MILLISECONDS, endedAt.toEpochMilli() / MILLISECONDS, delays, NO_SCALING);
    }

    @Override
    public void close() {
        boolean failed = out.checkError();
        out.close();
        if (failed) {
            throw Problem.of(file.file())
                    .fault("cannot be written whole: is its disk full?")
                    .under("--hlog")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        file.completed();
    }
}
