package org.ticktoquote.host.mask;

/**
 * What became of the wish to give a thread a mask.
 *
 * @param result of three kinds
 * @param reason for people where it was refused
 */
public record MaskChange(Result result, String reason) {
    /** The three kinds. */
    public enum Result {
        DONE,
        /** The thread had ended. */
        GONE,
        REFUSED
    }

    public static final MaskChange DONE = new MaskChange(Result.DONE, "");
    public static final MaskChange GONE = new MaskChange(Result.GONE, "");

    public static MaskChange refused(String reason) {
        return new MaskChange(Result.REFUSED, reason);
    }

    public boolean refused() {
        return result == Result.REFUSED;
    }
}
