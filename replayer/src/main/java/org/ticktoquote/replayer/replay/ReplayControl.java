package org.ticktoquote.replayer.replay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
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
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

    ReplayControl(Replay replay) {
        this.replay = replay;
    }

    /** What came in, in its order. */
    private sealed interface Heard {
        record Ordered(Command command) implements Heard {}

        record Refused(Refusal refusal) implements Heard {}

        record Closed() implements Heard {}
    }

    @Override
    public void onCommand(Command command) {
        if (command.name().equals(ReplayerLines.WARM_UP_END)) {
            replay.endWarmUp();
            return;
        }
        if (command.name().equals(ReplayerLines.REPLAY_END)) {
            replay.endMeasurement();
            return;
        }
        if (command.name().equals(ProcessLines.STOP)) {
            replay.stop();
        }
        heard.add(new Heard.Ordered(command));
    }

    @Override
    public void onRefused(Refusal refusal) {
        replay.stop();
        heard.add(new Heard.Refused(refusal));
    }

    @Override
    public void onClosed() {
        replay.stop();
        heard.add(new Heard.Closed());
    }

    /** Takes commands until the replay is over. */
    ExitStatus run() {
        replay.ready();
        while (true) {
            Heard next = next();
            if (next instanceof Heard.Refused refused) {
                throw refused.refusal();
            }
            boolean stop =
                    next instanceof Heard.Ordered last && last.command().name().equals(ProcessLines.STOP);
            if (stop || next instanceof Heard.Closed) {
                return replay.ended(stop);
            }
            if (next instanceof Heard.Ordered ordered) {
                carryOut(ordered.command());
            }
        }
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

    private Heard next() {
        try {
            return heard.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted").initCause(e);
        }
    }
}
