package org.ticktoquote.replayer.command;

import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Set;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** Prints a recording's ticks and payloads as CSV rows, up to a limit. */
final class TickRows {
    private static final String NO_TICK = ",,,,,,";

    private final Recording recording;
    private final Set<Integer> instruments;
    private final PrintWriter out;
    private long left;

    TickRows(Recording recording, Set<Integer> instruments, long most, PrintWriter out) {
        this.recording = recording;
        this.instruments = instruments;
        this.left = most;
        this.out = out;
    }

    void print(RecordingWindow window) {
        RecordedPayloads payloads = recording.payloads();
        if (payloads == null) {
            print(recording.firstAtOrAfter(window.fromNs()), recording.firstAtOrAfter(window.toNs()), "", "");
            return;
        }
        for (long number = 0; number < payloads.count() && left > 0 && !out.checkError(); number++) {
            if (window.contains(payloads.timeNs(number))) {
                print(payloads, number);
            }
        }
    }

    private void print(RecordedPayloads payloads, long number) {
        String behind = behind(recording.payload(number));
        long first = payloads.firstTick(number);
        long end = Math.min(recording.count(), first + Math.max(0, payloads.ticks(number)));
        if (first == end) {
            out.print("," + RecordingTime.format(payloads.timeNs(number)) + NO_TICK + behind + "\n");
            left--;
        } else {
            print(first, end, behind, ",,,");
        }
    }

    private static String behind(RecordedPayload payload) {
        ByteBuffer bytes = payload.bytes().duplicate().rewind();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return "," + payload.line() + "," + (payload.numbered() ? payload.sequence() : "") + ","
                + HexFormat.of().formatHex(copy);
    }

    /** Prints the selected ticks of a range, the first with one suffix and the others with another. */
    private void print(long from, long end, String behindFirst, String behindOthers) {
        String behind = behindFirst;
        for (long index = from; index < end && left > 0 && !out.checkError(); index++) {
            RecordedQuote quote = recording.quote(index);
            if (instruments.contains(quote.instrumentId())) {
                out.print(row(index, quote) + behind + "\n");
                behind = behindOthers;
                left--;
            }
        }
    }

    private String row(long index, RecordedQuote quote) {
        return String.join(
                ",",
                Long.toString(index + 1),
                RecordingTime.format(quote.venueTimeNs()),
                recording.instruments().get(quote.instrumentId()).symbol(),
                recording.venues().get(quote.venueId()),
                quote.hasBid() ? Price.format(quote.bid()) : "",
                quote.hasAsk() ? Price.format(quote.ask()) : "",
                quote.hasBid() ? Long.toString(quote.bidQuantity()) : "",
                quote.hasAsk() ? Long.toString(quote.askQuantity()) : "");
    }
}
