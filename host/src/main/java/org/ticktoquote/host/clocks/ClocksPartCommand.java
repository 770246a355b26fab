package org.ticktoquote.host.clocks;

import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ProcessLines;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.process.PartnerCommand;

/**
 * Other process of {@code t2q clocks}. Answers clock requests, and {@code measure} with the {@link NativePart} of its Java.
 * Exits when its input ends, even during a measurement.
 */
@picocli.CommandLine.Command(
        name = "clocks-part",
        hidden = true,
        description = "Internal: the other process of t2q clocks.")
public final class ClocksPartCommand extends PartnerCommand {

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
        try (Progress progress = Progress.onStandardError()) {
            NativePart part = NativePart.measure(plan, AllowedCpus.ofThisThread(), progress::update);
            report(StatusLine.of("measured", part));
        } catch (RuntimeException e) {
            report(StatusLine.of(ProcessLines.FAILED, new ProcessLines.Failed(e.toString())));
            throw e;
        }
    }
}
