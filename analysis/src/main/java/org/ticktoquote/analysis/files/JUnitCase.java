package org.ticktoquote.analysis.files;

/**
 * A test case of a {@link JUnitSuite}.
 *
 * @param type of what went wrong
 * @param message why
 */
public record JUnitCase(String name, Outcome outcome, String type, String message) {
    /** What became of it. */
    public enum Outcome {
        PASSED(""),
        FAILURE("failure"),
        ERROR("error"),
        SKIPPED("skipped");

        private final String element;

        Outcome(String element) {
            this.element = element;
        }

        String element() {
            return element;
        }
    }

    /** One that passed. */
    public static JUnitCase passed(String name) {
        return new JUnitCase(name, Outcome.PASSED, "", "");
    }
}
