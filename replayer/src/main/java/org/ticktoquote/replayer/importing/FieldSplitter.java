package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.List;

/** Splits a line at its delimiter; fields may stand in double quotes, a doubled quote inside means one. */
record FieldSplitter(char delimiter) {
    private static final char QUOTE = '"';

    /** The fields without the blanks around them. */
    List<String> split(String line) {
        return line.indexOf(QUOTE) < 0 ? plain(line) : quoted(line);
    }

    private List<String> plain(String line) {
        List<String> fields = new ArrayList<>(8);
        int from = 0;
        for (int to = line.indexOf(delimiter); to >= 0; to = line.indexOf(delimiter, from)) {
            fields.add(line.substring(from, to).strip());
            from = to + 1;
        }
        fields.add(line.substring(from).strip());
        return fields;
    }

    private List<String> quoted(String line) {
        List<String> fields = new ArrayList<>(8);
        StringBuilder field = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == QUOTE && inside && i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
                field.append(QUOTE);
                i++;
            } else if (c == QUOTE) {
                inside = !inside;
            } else if (c == delimiter && !inside) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
