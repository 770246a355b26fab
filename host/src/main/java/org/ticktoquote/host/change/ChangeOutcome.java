package org.ticktoquote.host.change;

import org.ticktoquote.core.command.TerminalText;

/**
 * What became of one change.
 *
 * @param done whether the setting now has the value that it should have
 * @param words for people
 */
public record ChangeOutcome(boolean done, String words) {
    /** The log that it tells of may be damaged. */
    public ChangeOutcome {
        words = TerminalText.visible(words);
    }
}
