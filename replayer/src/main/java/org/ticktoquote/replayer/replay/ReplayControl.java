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
 * Takes a replay through its steps at the harness's command.
 *
 * <p>The thread that reads commands passes {@code stop}, {@code warm-up-end}, {@code replay-end} and the end of the input on
 * at once and queues the rest for the thread that takes the steps. After {@code done} the feed stays open, so that its end is not an
 * event while the application drains: {@code stop} or the end of the input ends the process.
 */
final class ReplayControl implements ControlChannel.Listener {
    private final Replay replay;
    /** Each returns how the replay ended, or null where it goes on. */
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

    /** Takes commands until the replay is over. */
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
