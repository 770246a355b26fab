package org.ticktoquote.replayer.replay;

import java.util.BitSet;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Refusal;

/**
 * How the sender waits for a tick: asleep, but for the last stretch.
 *
 * @param beforeNs how long before a tick it stops sleeping; {@link #NEVER_ASLEEP} where it never sleeps
 * @param chosen whether the sender may choose to stay awake by itself
 */
record Spin(long beforeNs, boolean chosen) {
    static final long NEVER_ASLEEP = Long.MAX_VALUE;

    /** As long as the kernel takes to wake a thread up, and longer where that harms nobody. */
    static final Spin DEFAULT = new Spin(100_000, true);

    /** The value of {@code --spin}: {@code auto}, {@code always} for a sender that never sleeps, or a duration. */
    static Spin of(String text) {
        return switch (text) {
            case "auto" -> DEFAULT;
            case "always" -> of(NEVER_ASLEEP);
            default -> of(Refusal.under("--spin", () -> DurationText.parse(text)));
        };
    }

    /** So long, whatever CPUs there are. */
    static Spin of(long beforeNs) {
        return new Spin(beforeNs, false);
    }

    /**
     * On these CPUs: a sender that may choose stays awake where none of its CPUs is one of the process's other threads, since
     * whoever placed the threads gave it them.
     */
    Spin on(BitSet own, BitSet others) {
        boolean alone = !own.isEmpty() && !own.intersects(others);
        return chosen && alone ? of(NEVER_ASLEEP) : this;
    }

    boolean awake() {
        return beforeNs == NEVER_ASLEEP;
    }

    /** For people. */
    String text() {
        return awake()
                ? "the sender of ticks never sleeps"
                : "the sender of ticks sleeps until " + DurationText.format(beforeNs) + " before a tick";
    }
}
