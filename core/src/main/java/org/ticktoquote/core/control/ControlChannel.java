package org.ticktoquote.core.control;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Child-process side of the control channel. Reads commands from one stream and writes status lines to the other.
 *
 * <p>The input ends when the harness exits, and the process must then exit too. {@link #receive(Listener)} therefore always
 * finishes with {@link Listener#onClosed()}. {@link #report(StatusLine)} can be called from any thread but not from a hot
 * path, because it locks and writes.
 *
 * <p>The channel itself answers the command {@value #CLOCK}, with a line of the same name and the process's
 * {@link System#nanoTime()}. The harness uses the answers to check that all processes read the same clock.
 */
public final class ControlChannel {
    /** Command that asks for the time, and status of the answer. */
    public static final String CLOCK = "clock";

    private final LineReader in;
    private final PrintStream out;

    public ControlChannel(InputStream in, PrintStream out) {
        this.in = new LineReader(in);
        this.out = out;
    }

    /**
     * Creates a channel over the standard streams, in UTF-8 regardless of the locale. Redirects {@link System#out} to
     * standard error, so that a stray print cannot break the protocol.
     */
    public static ControlChannel overStandardStreams() {
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        return new ControlChannel(System.in, new PrintStream(out, false, StandardCharsets.UTF_8));
    }

    public synchronized void report(StatusLine line) {
        out.println(line.text());
        out.flush();
    }

    /** Reports that the process ends before its work is done. */
    public void reportFailure(RuntimeException cause) {
        String text = String.valueOf(cause instanceof ProblemException ? cause.getMessage() : cause.toString());
        report(StatusLine.of(ProcessProtocol.FAILED, new ProcessProtocol.Failed(text)));
    }

    /**
     * Reads the plan of the process, which is the first line of the input.
     *
     * @throws ProblemException if that line is not a plan of this type
     */
    public <T extends ChildPlan> T plan(Class<T> type) {
        try {
            String line = in.readLine();
            ControlCommand first = command(line == null ? "" : line);
            if (first.name().equals(ChildPlan.COMMAND)) {
                return first.detailAs(type);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw Problem.ofFault("the plan on standard input is not a " + type.getSimpleName())
                    .exception(e);
        }
        throw Problem.ofFault("standard input does not begin with a plan").exception();
    }

    /** Reads commands on the calling thread until the input ends, a line is malformed, or the listener throws. */
    public void receive(Listener listener) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    dispatch(command(line), listener);
                }
            }
        } catch (ProblemException refused) {
            listener.onRefused(refused);
        } catch (IOException closed) {
            // a broken pipe also means that the harness is gone
        } finally {
            listener.onClosed();
        }
    }

    private static ControlCommand command(String line) {
        try {
            return ControlCommand.parse(line);
        } catch (IllegalArgumentException malformed) {
            throw Problem.ofFault("a line of standard input is " + malformed.getMessage())
                    .exception(malformed);
        }
    }

    private void dispatch(ControlCommand command, Listener listener) {
        if (command.name().equals(CLOCK)) {
            report(StatusLine.of(CLOCK, new ClockAnswer(System.nanoTime())));
        } else {
            listener.onCommand(command);
        }
    }

    /** Starts a daemon thread named {@code control} that {@linkplain #receive receives}. */
    public Thread receiveInBackground(Listener listener) {
        return DaemonThread.start("control", () -> receive(listener));
    }

    /**
     * Detail of the answer to {@value #CLOCK}.
     *
     * @param nanoTimeNs the process's monotonic clock
     */
    public record ClockAnswer(long nanoTimeNs) {}

    /** Handles commands. Called on the receiving thread. */
    public interface Listener {
        /** Executes a command. An exception ends receiving. */
        void onCommand(ControlCommand command);

        /**
         * Called if a line was not a command, or if {@link #onCommand} threw this exception. The process must report its
         * problems and end.
         */
        void onRefused(ProblemException refusal);

        /** Called last, whatever ended receiving: the end of the input, a {@link ProblemException} or another exception. */
        void onClosed();
    }
}
