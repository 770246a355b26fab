package org.ticktoquote.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;

/** {@code t2q replay} as a process, with the JVM flags of a run. */
final class Replaying implements Sending {
    private static final List<String> FLAGS =
            List.of("-Xms400m", "-Xmx768m", "-Xmn256m", "-XX:+UseSerialGC", "-XX:+PerfDisableSharedMem");

    private static final Pattern STARTED = Pattern.compile("\\{\"status\":\"started\",\"t0Ns\":([0-9]+).*");

    private final Process process;
    private final BufferedReader status;
    private final Path run;

    private Replaying(Process process, Path run) {
        this.process = process;
        this.status = process.inputReader();
        this.run = run;
    }

    /** Starts the process, with a warm-up. */
    static Replaying start(Path recording, Path run, String feed, Waiting waiting) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("replay", "--recording", recording.toString()));
        arguments.addAll(List.of("--run", run.toString(), "--feed", feed));
        arguments.addAll(List.of("--warm-up", "10s", "--start-in", "2s"));
        arguments.addAll(waiting.options());
        ProcessBuilder builder = new ProcessBuilder(JavaProgram.product(FLAGS, arguments));
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return new Replaying(builder.start(), run);
    }

    /** Waits until the time of the first tick is known, and returns it on the clock of {@link System#nanoTime()}. */
    long t0Ns() throws IOException {
        for (String line = status.readLine(); line != null; line = status.readLine()) {
            Matcher started = STARTED.matcher(line);
            if (started.matches()) {
                return Long.parseLong(started.group(1));
            }
        }
        throw new IOException("t2q replay did not start");
    }

    @Override
    public long[] lags() throws IOException, InterruptedException {
        while (status.readLine() != null) {
            // progress lines
        }
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException("t2q replay ended with status " + exit);
        }
        return ticks((tick, lags) -> lags.add(tick.sentNs() - tick.intendedNs()));
    }

    /** Returns the times at which ticks were sent, in their order. The process must have ended. */
    long[] sentNs() throws IOException {
        return ticks((tick, times) -> times.add(tick.sentNs()));
    }

    private long[] ticks(BiConsumer<TickRecord, LongStream.Builder> wanted) throws IOException {
        LongStream.Builder values = LongStream.builder();
        try (JournalReader reader = JournalReader.open(run.resolve("ticks.journal"), TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                wanted.accept(tick, values);
            }
        }
        return values.build().toArray();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
