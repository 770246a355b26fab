package org.ticktoquote.host.state;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Slots for packets between an adapter and the kernel, as {@code ethtool -g} shows them.
 *
 * @param receive slots in use
 * @param mostReceive slots that the adapter could use
 */
public record RingSizes(long receive, long mostReceive) {
    private static final Pattern RECEIVE = Pattern.compile("(?m)^RX:\\s+([0-9]{1,9})\\s*$");

    /** The two RX lines, maximum first; empty when the adapter does not tell. */
    public static Optional<RingSizes> parse(String output) {
        List<Long> sizes = RECEIVE.matcher(output)
                .results()
                .map((MatchResult line) -> Long.valueOf(line.group(1)))
                .toList();
        return sizes.size() < 2 ? Optional.empty() : Optional.of(new RingSizes(sizes.get(1), sizes.get(0)));
    }
}
