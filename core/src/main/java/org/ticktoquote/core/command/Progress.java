package org.ticktoquote.core.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Shows progress as one updating line on a terminal, or as a plain line every 5 s elsewhere.
 *
 * <p>Thread-safe. Must not be used on a measuring thread.
 */
public final class Progress implements AutoCloseable {
    private static final long TERMINAL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long PLAIN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final PrintStream out;
    private final NanoClock clock;
    private final boolean terminal;
    private long nextNs;
    private int shown;
    private String heading = "";
    private String latest = "";
    private int longSteps;

    Progress(PrintStream out, NanoClock clock, boolean terminal) {
        this.out = out;
        this.clock = clock;
        this.terminal = terminal;
        this.nextNs = clock.nanoTime() + (terminal ? 0 : PLAIN_INTERVAL_NS);
    }

    /** Creates progress on standard error, leaving standard output to results. */
    public static Progress onStandardError() {
        return new Progress(System.err, System::nanoTime, standardErrorIsTerminal());
    }

    /** Avoids {@code System.console()}, which ignores standard error and differs between Java versions. */
    private static boolean standardErrorIsTerminal() {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException noProcessFileSystem) {
            return false;
        }
    }

    /** Sets the prefix of all further texts. Can be empty. */
    public synchronized void heading(String text) {
        heading = text;
    }

    /** Shows a text if enough time has passed since the last one. */
    public void update(String text) {
        update(() -> text);
    }

    /** Creates and shows a text if enough time has passed since the last one. */
    public synchronized void update(Supplier<String> text) {
        if (clock.nanoTime() - nextNs >= 0) {
            stage(text.get());
        }
    }

    /** Shows a text immediately. */
    public synchronized void stage(String text) {
        nextNs = clock.nanoTime() + (terminal ? TERMINAL_INTERVAL_NS : PLAIN_INTERVAL_NS);
        show(text);
    }

    /** Shows a text and runs work that cannot report progress. An interruption waits for its end without a limit. */
    public <T> T longStep(String text, Supplier<T> work) {
        synchronized (this) {
            stage(text);
            longSteps++;
        }
        try {
            return work.get();
        } finally {
            synchronized (this) {
                longSteps--;
            }
        }
    }

    synchronized boolean isInLongStep() {
        return longSteps > 0;
    }

    private void show(String plain) {
        String text = TerminalText.visible(heading + plain);
        latest = text;
        if (terminal) {
            out.print('\r' + text + " ".repeat(Math.max(0, shown - text.length())));
            shown = text.length();
        } else {
            out.println(text);
        }
        out.flush();
    }

    /** Returns the latest text, without permanent lines; empty if there is none. */
    synchronized String latest() {
        return latest;
    }

    /** Prints a permanent line, on a terminal too. */
    public synchronized void line(String text) {
        close();
        out.println(TerminalText.visible(text));
        out.flush();
    }

    /** Clears the updating line. */
    @Override
    public synchronized void close() {
        if (terminal && shown > 0) {
            out.print('\r' + " ".repeat(shown) + '\r');
            out.flush();
            shown = 0;
        }
    }
}
