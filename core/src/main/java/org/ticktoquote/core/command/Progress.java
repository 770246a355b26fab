package org.ticktoquote.core.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Progress for people: on a terminal one updating line, elsewhere a plain line every few seconds.
 *
 * <p>Thread-safe; never used on a measuring thread.
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

    Progress(PrintStream out, NanoClock clock, boolean terminal) {
        this.out = out;
        this.clock = clock;
        this.terminal = terminal;
        this.nextNs = clock.nanoTime() + (terminal ? 0 : PLAIN_INTERVAL_NS);
    }

    /** Progress on standard error, leaving standard output to results. */
    public static Progress onStandardError() {
        return new Progress(System.err, System::nanoTime, standardErrorIsTerminal());
    }

    /** System.console() speaks of standard input and output, and differs between Java versions. */
    private static boolean standardErrorIsTerminal() {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException noProcessFileSystem) {
            return false;
        }
    }

    /** What stands before every text from now on; empty for nothing. */
    public synchronized void heading(String text) {
        heading = text;
    }

    /** Shows the text now if enough time has passed since the last one; cheap otherwise. */
    public void update(String text) {
        update(() -> text);
    }

    /** Makes the text and shows it if enough time has passed since the last one. */
    public synchronized void update(Supplier<String> text) {
        if (clock.nanoTime() - nextNs >= 0) {
            stage(text.get());
        }
    }

    /** A stage of the work that is always shown: it stays on a terminal for as long as it lasts. */
    public synchronized void stage(String text) {
        nextNs = clock.nanoTime() + (terminal ? TERMINAL_INTERVAL_NS : PLAIN_INTERVAL_NS);
        show(text);
    }

    private void show(String plain) {
        String text = TerminalText.visible(heading + plain);
        if (terminal) {
            out.print('\r' + text + " ".repeat(Math.max(0, shown - text.length())));
            shown = text.length();
        } else {
            out.println(text);
        }
        out.flush();
    }

    /** A line that stays, on a terminal too. */
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
