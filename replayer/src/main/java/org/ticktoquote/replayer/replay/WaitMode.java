package org.ticktoquote.replayer.replay;

import java.util.BitSet;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.SenderOptions;

/**
 * Waiting mode of the sender, which sleeps until shortly before a tick and then spins.
 *
 * @param beforeNs time before a tick at which it stops sleeping; {@link #ALWAYS_SPIN} if it never sleeps
 * @param automatic true if the sender can choose to stay awake
 */
record WaitMode(long beforeNs, boolean automatic) {
    static final long ALWAYS_SPIN = Long.MAX_VALUE;

    /** Spins for the time that the kernel takes to wake a thread, or always if the sender has its own CPUs. */
    static final WaitMode DEFAULT = new WaitMode(100_000, true);

    /** Parses {@code --spin}: {@code auto}, {@code always} for a sender that never sleeps, or a duration. */
    static WaitMode of(String text) {
        return switch (text) {
            case SenderOptions.AUTO_SPIN -> DEFAULT;
            case SenderOptions.ALWAYS_SPIN -> of(ALWAYS_SPIN);
            default -> of(ProblemException.under("--spin", () -> DurationText.parse(text)));
        };
    }

    /** Returns a fixed spin time, regardless of CPUs. */
    static WaitMode of(long beforeNs) {
        return new WaitMode(beforeNs, false);
    }

    /**
     * Chooses the mode for given CPUs. With {@code auto} the sender stays awake if it shares no CPU with the process's other
     * threads, because then its CPU was assigned to it alone.
     */
    WaitMode on(BitSet own, BitSet others) {
        boolean alone = !own.isEmpty() && !own.intersects(others);
        return automatic && alone ? of(ALWAYS_SPIN) : this;
    }

    boolean awake() {
        return beforeNs == ALWAYS_SPIN;
    }

    String text() {
        return awake()
                ? "the sender of ticks never sleeps"
                : "the sender of ticks sleeps until " + DurationText.format(beforeNs) + " before a tick";
    }
}
