package org.ticktoquote.analysis.validity;

import java.util.List;

/**
 * Charge against the application that a disturbance of the run can explain, so that it is unknown whether the application is
 * responsible.
 *
 * @param rule name of the rule whose limit was exceeded
 * @param value observed value in the rule's unit
 * @param text one sentence for users, with units
 * @param because exceeded rules on harness, host or input that can explain the charge
 */
public record ExcusedCharge(String rule, double value, String text, List<String> because) {
    public ExcusedCharge {
        because = List.copyOf(because);
    }

    /** Returns the sentence with the reason why the application is not charged. */
    public String sentence() {
        return text + " The cause may not be the application: " + String.join(", ", because) + ".";
    }
}
