package org.ticktoquote.harness.clocks;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;

/**
 * The other process of {@code t2q clocks}: it answers with its time, and on {@code measure} with the {@link NativePart} of its
 * Java. The end of its input ends it, also in the middle of a measurement.
 */
@picocli.CommandLine.Command(
        name = "clocks-part",
        hidden = true,
        description = "Internal: the other process of t2q clocks.")
public final class ClocksPartCommand implements Subcommand, ControlChannel.Listener {
    private @Nullable ControlChannel channel;
    private @Nullable Refusal refused;

    @Override
    public Integer call() {
        ControlChannel opened = ControlChannel.overStandardStreams();
        channel = opened;
        opened.receive(this);
        if (refused != null) {
            throw refused;
        }
        return ExitStatus.OK.code();
    }

    @Override
    public void onCommand(Command command) {
        if (!command.name().equals("measure")) {
            throw new IllegalArgumentException("unknown command: " + command.name());
        }
        ClocksPlan plan = command.detailAs(ClocksPlan.class);
        Thread thread = new Thread(() -> measure(plan), "clocks-native");
        thread.setDaemon(true);
        thread.start();
    }

    private void measure(ClocksPlan plan) {
        ControlChannel answers = Objects.requireNonNull(channel);
        try (Progress progress = Progress.onStandardError()) {
            NativePart part = NativePart.measure(plan, Cpus.ofThisThread(), progress::update);
            answers.report(StatusLine.of("measured", part));
        } catch (RuntimeException e) {
            answers.report(StatusLine.of("failed", Map.of("cause", e.toString())));
            throw e;
        }
    }

    @Override
    public void onRefused(Refusal refusal) {
        refused = refusal;
    }

    @Override
    public void onClosed() {
        // All other threads are daemons: call() returns and the process ends.
    }
}
