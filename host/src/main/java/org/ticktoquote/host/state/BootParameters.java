package org.ticktoquote.host.state;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * The kernel's command line, {@code /proc/cmdline}.
 *
 * @param reading as read
 */
public record BootParameters(Reading reading) {
    public static BootParameters read(Host host) {
        return new BootParameters(host.file("/proc/cmdline").line());
    }

    /** The words, in order. */
    public List<String> words() {
        return Arrays.stream(reading.or("").split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** The value of the last occurrence, empty for a word without one. */
    public Optional<String> value(String name) {
        return words().stream()
                .filter(word -> word.equals(name) || word.startsWith(name + "="))
                .reduce((before, word) -> word)
                .map(word -> word.substring(Math.min(word.length(), name.length() + 1)));
    }
}
