package org.ticktoquote.host.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;

/**
 * A hidden subcommand that does what it is asked to over its standard streams and ends with its input; a command that it
 * refuses ends it as well, with the status of the refusal.
 */
public abstract class PartnerCommand implements Subcommand, ControlChannel.Listener {
    private static final long LIMIT_S = 5;
    private @Nullable ControlChannel channel;
    private @Nullable Refusal refused;

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

    /** Says the first line, where there is one before any command. */
    protected void onOpened() {
        // Most wait for their orders.
    }

    /** Tells the harness, from any thread. */
    protected final void report(StatusLine line) {
        if (channel != null) {
            channel.report(line);
        }
    }

    @Override
    public final void onRefused(Refusal refusal) {
        refused = refusal;
    }

    @Override
    public void onClosed() {
        // Where all other threads are daemons nothing is left to do.
    }

    /** Ends its input and waits for its end, for 5 s; then, or when this thread is interrupted, kills it. */
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
