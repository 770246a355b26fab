package org.ticktoquote.replayer.replay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ProcessLines;
import org.ticktoquote.core.control.ReplayerLines;

/**
 * Runs the steps of a replay on the harness's commands.
 *
 * <p>The thread that reads commands handles {@code stop}, {@code warm-up-end}, {@code replay-end} and the end of the input
 * at once and queues the others for the thread that runs the steps. After {@code done} the feed stays open, so that the
 * application sees no disconnect while it drains. {@code stop} or the end of the input ends the process.
 */
final class ReplayControl implements ControlChannel.Listener {
    private final Replay replay;
    /** Steps that return the exit status of the replay, or null if it continues. */
    private final BlockingQueue<Supplier<@Nullable ExitStatus>> steps = new LinkedBlockingQueue<>();

    ReplayControl(Replay replay) {
        this.replay = replay;
    }

    @Override
    public void onCommand(Command command) {
        switch (command.name()) {
            case ReplayerLines.WARM_UP_END -> replay.endWarmUp();
            case ReplayerLines.REPLAY_END -> replay.endMeasurement();
            case ProcessLines.STOP -> end(() -> replay.ended(true));
            default ->
                steps.add(() -> {
                    carryOut(command);
                    return null;
                });
        }
    }

    @Override
    public void onRefused(Refusal refusal) {
        end(() -> {
            throw refusal;
        });
    }

    @Override
    public void onClosed() {
        end(() -> replay.ended(false));
    }

    private void end(Supplier<@Nullable ExitStatus> last) {
        replay.stop();
        steps.add(last);
    }

    /** Runs commands until the replay ends. */
    ExitStatus run() {
        replay.ready();
        ExitStatus end = null;
        while (end == null) {
            end = next().get();
        }
        return end;
    }

    private void carryOut(Command command) {
        switch (command.name()) {
            case ReplayerLines.WARM_UP -> replay.warmUp(detail(command, WarmUpRequest.class));
            case ReplayerLines.START ->
                replay.start(detail(command, ReplayerLines.Start.class).atNs());
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is no command of the replayer")
                        .expected("warm-up, warm-up-end, start, replay-end or stop")
                        .refusal();
        }
    }

    private static <T> T detail(Command command, Class<T> type) {
        try {
            return command.detailAs(type);
        } catch (IllegalArgumentException e) {
            throw Problem.ofFault(command.text() + ": " + e.getMessage()).refusal(e);
        }
    }

    private Supplier<@Nullable ExitStatus> next() {
        try {
            return steps.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted").initCause(e);
        }
    }
}
