package org.ticktoquote.replayer.importing;

/** A value that is not what its column should hold; the message says what is wrong and what was expected. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;

    private final String column;
    private final String value;

    BadValue(String column, String value, String reason) {
        // A file of millions of bad rows is no reason to walk the stack millions of times.
        super(reason, null, false, false);
        this.column = column;
        this.value = value;
    }

    String column() {
        return column;
    }

    String value() {
        return value;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
