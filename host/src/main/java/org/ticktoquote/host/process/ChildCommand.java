package org.ticktoquote.host.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;

/**
 * Hidden subcommand that executes commands from standard input until it closes. A rejected command also ends it, with the exit
 * status of that error.
 */
public abstract class ChildCommand extends Subcommand implements ControlChannel.Listener {
    private static final long LIMIT_S = 5;
    private @Nullable ControlChannel channel;
    private @Nullable ProblemException refused;

    @Override
    public final Integer call() {
        ControlChannel opened = ControlChannel.overStandardStreams();
        channel = opened;
        onOpened();
        opened.receive(this);
        if (refused != null) {
            throw refused;
        }
        return ExitStatus.OK.code();
    }

    /** Called before the first command, to report an initial line. */
    protected void onOpened() {
        // most subclasses only wait for commands
    }

    /** Reports a line to the harness. Thread-safe. */
    protected final void report(StatusLine line) {
        if (channel != null) {
            channel.report(line);
        }
    }

    @Override
    public final void onRefused(ProblemException refusal) {
        refused = refusal;
    }

    @Override
    public void onClosed() {
        // all other threads are daemons
    }

    /** Ends a process by closing its input and waits up to 5 s. Kills it after that, or if this thread is interrupted. */
    public static void end(Process process) {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
