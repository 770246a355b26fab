package org.ticktoquote.host.clocks;

import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.process.ChildCommand;

/**
 * Child process of {@code t2q clocks}. Answers clock requests, and {@code measure} with {@link NativeClockMeasurements} taken
 * on its own Java. Exits when its input ends, even during a measurement.
 */
@picocli.CommandLine.Command(
        name = "clocks-part",
        hidden = true,
        description = "Internal: the other process of t2q clocks.")
public final class ClocksChildCommand extends ChildCommand {

    @Override
    public void onCommand(ControlCommand command) {
        if (!command.name().equals("measure")) {
            throw new IllegalArgumentException("unknown command: " + command.name());
        }
        ClocksPlan plan = command.detailAs(ClocksPlan.class);
        DaemonThread.start("clocks-native", () -> measure(plan));
    }

    private void measure(ClocksPlan plan) {
        try (Progress progress = Progress.onStandardError()) {
            NativeClockMeasurements part =
                    NativeClockMeasurements.measure(plan, AllowedCpus.ofThisThread(), progress::update);
            report(StatusLine.of("measured", part));
        } catch (RuntimeException e) {
            report(StatusLine.of(ProcessProtocol.FAILED, new ProcessProtocol.Failed(e.toString())));
            throw e;
        }
    }
}
