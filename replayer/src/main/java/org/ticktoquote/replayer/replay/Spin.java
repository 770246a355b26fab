package org.ticktoquote.replayer.replay;

import java.util.BitSet;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Refusal;

/**
 * Waiting mode of the sender, which sleeps until shortly before a tick and then spins.
 *
 * @param beforeNs time before a tick at which it stops sleeping; {@link #NEVER_ASLEEP} if it never sleeps
 * @param chosen true if the sender can choose to stay awake
 */
record Spin(long beforeNs, boolean chosen) {
    static final long NEVER_ASLEEP = Long.MAX_VALUE;

    /** Spins for the time that the kernel takes to wake a thread, or always if the sender has its own CPUs. */
    static final Spin DEFAULT = new Spin(100_000, true);

    /** Parses {@code --spin}: {@code auto}, {@code always} for a sender that never sleeps, or a duration. */
    static Spin of(String text) {
        return switch (text) {
            case "auto" -> DEFAULT;
            case "always" -> of(NEVER_ASLEEP);
            default -> of(Refusal.under("--spin", () -> DurationText.parse(text)));
        };
    }

    /** Returns a fixed spin time, regardless of CPUs. */
    static Spin of(long beforeNs) {
        return new Spin(beforeNs, false);
    }

    /**
     * Chooses the mode for given CPUs. With {@code auto} the sender stays awake if it shares no CPU with the process's other
     * threads, because then its CPU was assigned to it alone.
     */
    Spin on(BitSet own, BitSet others) {
        boolean alone = !own.isEmpty() && !own.intersects(others);
        return chosen && alone ? of(NEVER_ASLEEP) : this;
    }

    boolean awake() {
        return beforeNs == NEVER_ASLEEP;
    }

    String text() {
        return awake()
                ? "the sender of ticks never sleeps"
                : "the sender of ticks sleeps until " + DurationText.format(beforeNs) + " before a tick";
    }
}
