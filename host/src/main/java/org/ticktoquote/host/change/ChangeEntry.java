package org.ticktoquote.host.change;

/**
 * A line of the log of changes.
 *
 * @param at ISO-8601 UTC
 * @param boot id of the boot during which it happened; empty when unknown
 * @param action {@code apply} (is about to be changed), {@code keep} (could not be changed) or {@code undo} (was restored, or
 *     need not be)
 * @param setting its name
 * @param before value before the change
 * @param after value that it was, or was to be, changed to
 */
record ChangeEntry(String at, String boot, String action, String setting, String before, String after) {
    static final String APPLY = "apply";
    static final String KEEP = "keep";
    static final String UNDO = "undo";

    /** Whether another line is about the same change. */
    boolean sameChange(ChangeEntry other) {
        return setting.equals(other.setting) && before.equals(other.before) && after.equals(other.after);
    }
}
