package org.ticktoquote.core.control;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * The process's end of the line protocol: commands come in on one stream, status lines go out on the other.
 *
 * <p>The end of the input is the end of the harness: a process of ours must then end by itself, which is why
 * {@link #receive(Listener)} always closes with {@link Listener#onClosed()}. {@link #report(StatusLine)} may be called
 * from any thread but never from a hot one: it locks and writes.
 *
 * <p>The command {@value #CLOCK} is answered here, for every process alike, with a line of the same name and the process's
 * {@link System#nanoTime()}: the harness checks with it that all read one clock.
 */
public final class ControlChannel {
    /** Asks for the time, and names the answer. */
    public static final String CLOCK = "clock";

    private final LineReader in;
    private final PrintStream out;

    public ControlChannel(InputStream in, PrintStream out) {
        this.in = new LineReader(in);
        this.out = out;
    }

    /**
     * The channel over the process's standard streams, in UTF-8 whatever the locale. From here on {@link System#out}
     * writes to standard error, so that a stray print cannot break the protocol.
     */
    public static ControlChannel overStandardStreams() {
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        System.setOut(System.err);
        return new ControlChannel(System.in, new PrintStream(out, false, StandardCharsets.UTF_8));
    }

    /** Writes one line and flushes it. */
    public synchronized void report(StatusLine line) {
        out.println(line.text());
        out.flush();
    }

    /** Reports that the process ends without having done its work. */
    public void reportFailure(RuntimeException cause) {
        String text = String.valueOf(cause instanceof Refusal ? cause.getMessage() : cause.toString());
        report(StatusLine.of(ProcessLines.FAILED, new ProcessLines.Failed(text)));
    }

    /**
     * Reads the plan of the process, which is the first line of the input.
     *
     * @throws Refusal where there is none
     */
    public <T extends ChildPlan> T plan(Class<T> type) {
        try {
            String line = in.readLine();
            Command first = command(line == null ? "" : line);
            if (first.name().equals(ChildPlan.COMMAND)) {
                return first.detailAs(type);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw Problem.ofFault(
                            "standard input begins with a plan whose members are not those of " + type.getSimpleName())
                    .refusal(e);
        }
        throw Problem.ofFault("standard input does not begin with a plan").refusal();
    }

    /** Reads commands on the calling thread until the input ends, or until one is refused. */
    public void receive(Listener listener) {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    take(command(line), listener);
                }
            }
        } catch (Refusal refused) {
            listener.onRefused(refused);
        } catch (IOException closed) {
            // A broken pipe means the same as its end: the harness is gone.
        } finally {
            listener.onClosed();
        }
    }

    private static Command command(String line) {
        try {
            return Command.parse(line);
        } catch (IllegalArgumentException malformed) {
            throw Problem.ofFault("a line of standard input is " + malformed.getMessage())
                    .refusal(malformed);
        }
    }

    private void take(Command command, Listener listener) {
        if (command.name().equals(CLOCK)) {
            report(StatusLine.of(CLOCK, new ClockAnswer(System.nanoTime())));
        } else {
            listener.onCommand(command);
        }
    }

    /** Starts a daemon thread named {@code control} that {@linkplain #receive receives}. */
    public Thread receiveInBackground(Listener listener) {
        Thread thread = new Thread(() -> receive(listener), "control");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * The detail of the answer to {@value #CLOCK}.
     *
     * @param nanoTimeNs the process's monotonic clock
     */
    public record ClockAnswer(long nanoTimeNs) {}

    /** What a process does on a command, called on the receiving thread. */
    public interface Listener {
        /** Carries out one command; an exception ends the receiving. */
        void onCommand(Command command);

        /** A line was no command, or {@link #onCommand} refused one: the process must end and say so. */
        void onRefused(Refusal refusal);

        /** The harness closed the channel or is gone. */
        void onClosed();
    }
}
