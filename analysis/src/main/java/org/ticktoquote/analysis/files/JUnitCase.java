package org.ticktoquote.analysis.files;

/**
 * Test case of a {@link JUnitSuite}.
 *
 * @param type of the failure
 * @param message reason
 */
public record JUnitCase(String name, Outcome outcome, String type, String message) {
    /** Outcome of a test case. */
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

    public static JUnitCase passed(String name) {
        return new JUnitCase(name, Outcome.PASSED, "", "");
    }
}
