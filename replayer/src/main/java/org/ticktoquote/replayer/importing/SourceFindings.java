package org.ticktoquote.replayer.importing;

import java.util.Map;

/**
 * What reading a source to its end showed.
 *
 * @param source gives those of the window again
 * @param rows that are good, in the window or not
 * @param quotes of them in the window, by symbol, in order of appearance
 * @param firstNs time of the first quote in the window; without one {@link Long#MAX_VALUE}
 * @param unsaid sides in the window of which the file says no quantity
 * @param zero sides in the window of which it says the quantity 0
 * @param others rows that are no quotes
 */
record SourceFindings(
        TickSource source, long rows, Map<String, Long> quotes, long firstNs, long unsaid, long zero, long others) {
    long total() {
        return quotes.values().stream().mapToLong(Long::longValue).sum();
    }
}
