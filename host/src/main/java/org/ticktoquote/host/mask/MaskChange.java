package org.ticktoquote.host.mask;

/**
 * What became of the wish to give a thread a mask.
 *
 * @param result of three kinds
 * @param errno of the call; 0 where it was done or not made
 * @param reason for people where it was refused
 */
public record MaskChange(Result result, int errno, String reason) {
    /** The three kinds. */
    public enum Result {
        DONE,
        /** The thread had ended. */
        GONE,
        REFUSED
    }

    public static final MaskChange DONE = new MaskChange(Result.DONE, 0, "");
    /** {@code ESRCH}. */
    public static final MaskChange GONE = new MaskChange(Result.GONE, 3, "");

    public static MaskChange refused(int errno, String reason) {
        return new MaskChange(Result.REFUSED, errno, reason);
    }

    public boolean refused() {
        return result == Result.REFUSED;
    }
}
