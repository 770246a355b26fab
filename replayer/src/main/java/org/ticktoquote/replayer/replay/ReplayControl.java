package org.ticktoquote.replayer.replay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayerProtocol;

/**
 * Runs the steps of a replay as the harness commands.
 *
 * <p>The thread that reads commands handles {@code stop}, {@code warm-up-end}, {@code replay-end} and the end of the input
 * at once. It queues the others for the thread that runs the steps. After {@code done} the feed stays open, so that the
 * application sees no disconnect while it drains. {@code stop} or the end of the input ends the process.
 */
final class ReplayControl implements ControlChannel.Listener {
    private final ReplaySteps replay;
    /** Steps that return the exit status of the replay, or null if it continues. */
    private final BlockingQueue<Supplier<@Nullable ExitStatus>> steps = new LinkedBlockingQueue<>();

    ReplayControl(ReplaySteps replay) {
        this.replay = replay;
    }

    @Override
    public void onCommand(ControlCommand command) {
        switch (command.name()) {
            case ReplayerProtocol.WARM_UP_END -> replay.endWarmUp();
            case ReplayerProtocol.REPLAY_END -> replay.endMeasurement();
            case ProcessProtocol.STOP -> end(() -> replay.end(true));
            default ->
                steps.add(() -> {
                    carryOut(command);
                    return null;
                });
        }
    }

    @Override
    public void onRefused(ProblemException refusal) {
        end(() -> {
            throw refusal;
        });
    }

    @Override
    public void onClosed() {
        end(() -> replay.end(false));
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

    private void carryOut(ControlCommand command) {
        switch (command.name()) {
            case ReplayerProtocol.WARM_UP -> replay.warmUp(detail(command, ReplayerProtocol.WarmUp.class));
            case ReplayerProtocol.START ->
                replay.start(detail(command, ReplayerProtocol.Start.class).atNs());
            default ->
                throw Problem.ofValue(command.name())
                        .fault("is not a command of the replayer")
                        .expected("warm-up, warm-up-end, start, replay-end or stop")
                        .exception();
        }
    }

    private static <T> T detail(ControlCommand command, Class<T> type) {
        try {
            return command.detailAs(type);
        } catch (IllegalArgumentException e) {
            throw Problem.ofFault(command.text() + ": " + e.getMessage()).exception(e);
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
