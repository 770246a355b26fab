package org.ticktoquote.analysis.validity;

import java.util.List;

/**
 * What would accuse the application, had something else not disturbed the run: whether the application did it is not known.
 *
 * @param rule that was touched
 * @param value in the rule's unit
 * @param text for people, one sentence with units
 * @param because the rules of what harness, host or input did, and which explains it
 */
public record Excused(String rule, double value, String text, List<String> because) {
    public Excused {
        because = List.copyOf(because);
    }

    /** The sentence, with why nobody is accused. */
    public String sentence() {
        return text + " Whether the application did it is not known: " + String.join(", ", because) + ".";
    }
}
