package org.ticktoquote.host.process;

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
}
