package org.ticktoquote.host.fingerprint;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/** The lines of a fingerprint as they are collected. Not thread-safe. */
final class Lines {
    private static final String UNKNOWN = "unknown: ";

    private final Host host;
    private final Map<String, String> values = new LinkedHashMap<>();

    Lines(Host host) {
        this.host = host;
    }

    void text(String name, String value) {
        // what is read may hold anything, and is shown on terminals
        String line = value.replaceAll("\\s+", " ").trim().replaceAll("\\p{Cc}", "?");
        values.put(name, line.isEmpty() ? "none" : line);
    }

    /** What does not exist is none; what cannot be read is unknown, and why. */
    void reading(String name, Reading reading) {
        text(name, reading.absent() ? "none" : reading.known() ? reading.or("") : UNKNOWN + reading.problem());
    }

    /** The output of a tool; without the tool it is unknown. */
    void tool(String name, Reading output) {
        text(name, output.known() ? output.or("") : UNKNOWN + output.problem());
    }

    /** The first line of a file. */
    void file(String name, String path) {
        reading(name, host.file(path).line());
    }

    void addAll(Map<String, String> others) {
        others.forEach(this::text);
    }

    Map<String, String> values() {
        return values;
    }
}
