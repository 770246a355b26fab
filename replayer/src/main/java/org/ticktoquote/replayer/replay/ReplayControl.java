package org.ticktoquote.replayer.replay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;

/**
 * Takes a replay through its steps at the harness's command.
 *
 * <p>The thread that reads commands passes {@code stop}, {@code warm-up-end} and the end of the input on at once and
 * queues the rest for the thread that takes the steps. After {@code done} the feed stays open, so that its end is not an
 * event while the application drains: {@code stop} or the end of the input ends the process.
 */
final class ReplayControl implements ControlChannel.Listener {
    private static final String STOP = "stop";
    /** Not a command anybody can send: the input has ended. */
    private static final String CLOSED = "";

    private final Replay replay;
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();

    ReplayControl(Replay replay) {
        this.replay = replay;
    }

    /** The detail of {@code start}. */
    record Start(long atNs) {}

    @Override
    public void onCommand(Command command) {
        if (command.name().equals("warm-up-end")) {
            replay.endWarmUp();
            return;
        }
        if (command.name().equals(STOP)) {
            replay.stop();
        }
        commands.add(command);
    }

    @Override
    public void onClosed() {
        replay.stop();
        commands.add(Command.of(CLOSED));
    }

    /** Takes commands until the replay is over. */
    ExitStatus run() {
        replay.ready();
        while (true) {
            Command command = next();
            switch (command.name()) {
                case "warm-up" -> replay.warmUp(detail(command, WarmUpRequest.class));
                case "start" -> replay.start(detail(command, Start.class).atNs());
                case STOP, CLOSED -> {
                    return replay.ended(command.name().equals(STOP));
                }
                default -> throw new Refusal(ExitStatus.USAGE, "'" + command.name() + "' is not a command here");
            }
        }
    }

    private static <T> T detail(Command command, Class<T> type) {
        try {
            return command.detailAs(type);
        } catch (IllegalArgumentException e) {
            throw new Refusal(ExitStatus.USAGE, command.text() + ": " + e.getMessage(), e);
        }
    }

    private Command next() {
        try {
            return commands.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted").initCause(e);
        }
    }
}
