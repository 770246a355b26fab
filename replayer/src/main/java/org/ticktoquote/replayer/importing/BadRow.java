package org.ticktoquote.replayer.importing;

/** A row that cannot be imported: where it stands, the value, and why. */
record BadRow(String file, long row, String column, String value, String reason) {
    private static final int SHOWN_LENGTH = 60;

    static BadRow of(String file, long row, BadValue bad) {
        return new BadRow(file, row, bad.column(), Shown.text(bad.value(), SHOWN_LENGTH), bad.reason());
    }

    /** One line for people. */
    String text() {
        return "%s, row %d, %s: '%s' %s".formatted(file, row, column, value, reason);
    }

    /** One line of a CSV file. */
    String csv() {
        return String.join(",", quoted(file), Long.toString(row), quoted(column), quoted(value), quoted(reason));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}
