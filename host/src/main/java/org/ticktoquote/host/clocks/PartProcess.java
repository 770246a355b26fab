package org.ticktoquote.host.clocks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ProcessLines;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.host.process.InputEnd;
import org.ticktoquote.host.process.JavaCommand;

/** The other process, seen from this one; its progress and errors go to this one's standard error. One thread. */
final class PartProcess implements AutoCloseable {
    private static final int UNSAFE_WARNS = 23;

    private final Process process;
    private final BufferedReader lines;

    /**
     * Starts it.
     *
     * @param java executable
     * @param feature release of that Java
     */
    PartProcess(Path java, int feature) {
        List<String> flags = new ArrayList<>(List.of("-XX:-UsePerfData"));
        if (feature >= NewerJava.WANTED) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        if (feature >= UNSAFE_WARNS) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        List<String> command = new JavaCommand(java, flags).subcommand("clocks-part", List.of());
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UnsupportedOperationException(java + " cannot be started: " + IoReason.of(e), e);
        }
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Has it measure everything native. */
    NativePart measure(ClocksPlan plan) {
        return ask(Command.of("measure", plan), "measured").detailAs(NativePart.class);
    }

    /** Its reading of {@code System.nanoTime} between two of ours. */
    ForeignReading readClock() {
        long before = System.nanoTime();
        StatusLine line = ask(Command.of(ControlChannel.CLOCK), ControlChannel.CLOCK);
        long after = System.nanoTime();
        return new ForeignReading(
                before, line.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), after);
    }

    private StatusLine ask(Command question, String answer) {
        try {
            Writer out = process.outputWriter(StandardCharsets.UTF_8);
            out.write(question.text() + "\n");
            out.flush();
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                Optional<StatusLine> line = StatusLine.parse(text);
                if (line.isPresent() && line.get().status().equals(ProcessLines.FAILED)) {
                    throw new UnsupportedOperationException("the other process failed: "
                            + line.get().detail().path("cause").asText());
                }
                if (line.isPresent() && line.get().status().equals(answer)) {
                    return line.get();
                }
            }
        } catch (IOException gone) {
            throw new UnsupportedOperationException("the other process is gone: " + IoReason.of(gone), gone);
        }
        throw new UnsupportedOperationException("the other process ended without an answer to " + question.name());
    }

    @Override
    public void close() {
        InputEnd.of(process);
    }
}
