package org.ticktoquote.replayer.statistics;

import java.util.Locale;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Statistics of the payloads in a window of a recording; zeros for a recording of quotes.
 *
 * @param asides payloads without ticks
 * @param severalTicks payloads with more than one tick
 * @param lines number of lines with payloads
 * @param bytes total
 * @param shortest length in bytes
 * @param longest length in bytes
 * @param priced true if ticks have prices
 */
public record PayloadStatistics(
        long payloads,
        long asides,
        long severalTicks,
        int lines,
        long bytes,
        int shortest,
        int longest,
        boolean priced) {

    /** Counts in one pass. */
    public static PayloadStatistics of(Recording recording, RecordingWindow window) {
        RecordedPayloads all = recording.payloads();
        long payloads = 0;
        long asides = 0;
        long several = 0;
        long lines = 0;
        long bytes = 0;
        int shortest = Integer.MAX_VALUE;
        int longest = 0;
        for (long number = 0; all != null && number < all.count(); number++) {
            if (window.contains(all.timeNs(number))) {
                RecordedPayload payload = recording.payload(number);
                payloads++;
                asides += all.ticks(number) == 0 ? 1 : 0;
                several += all.ticks(number) > 1 ? 1 : 0;
                lines |= 1L << payload.line();
                bytes += payload.length();
                shortest = Math.min(shortest, payload.length());
                longest = Math.max(longest, payload.length());
            }
        }
        return new PayloadStatistics(
                payloads,
                asides,
                several,
                Long.bitCount(lines),
                bytes,
                payloads == 0 ? 0 : shortest,
                longest,
                recording.priced());
    }

    /** Returns one or two lines of text; empty without payloads. */
    public String text() {
        if (payloads == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "payloads: %,d on %s, %,d to %,d bytes; without a tick %,d, with several %,d%n%s",
                payloads,
                CountText.of(lines, "line"),
                shortest,
                longest,
                asides,
                severalTicks,
                priced ? "" : String.format(Locale.ROOT, "ticks have no prices: the payloads are not decoded%n"));
    }
}
