package org.ticktoquote.replayer.recording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;

/** Copies part of a recording into a new one. */
public final class RecordingCut {
    private static final int LEFT_OUT = -1;

    private RecordingCut() {}

    /**
     * Writes the ticks of selected instruments within a window, and renumbers these instruments. Keeps announcement and
     * venues.
     *
     * @return number of ticks
     * @throws ProblemException if the output is the input file, or no tick is selected
     */
    public static long write(Recording from, RecordingWindow window, SortedSet<Integer> instrumentIds, Path to) {
        if (UserPath.same(to, from.file())) {
            throw Problem.of(to)
                    .fault("a recording cannot be cut into itself")
                    .expected("another file")
                    .exception();
        }
        RecordedPayloads payloads = from.payloads();
        if (payloads != null) {
            return write(from, payloads, window, instrumentIds, to);
        }
        int[] newIds = new int[from.instruments().size()];
        Arrays.fill(newIds, LEFT_OUT);
        List<Instrument> kept = new ArrayList<>();
        for (int id : instrumentIds) {
            Instrument instrument = from.instruments().get(id);
            newIds[id] = kept.size();
            kept.add(new Instrument(kept.size(), instrument.symbol(), instrument.pip(), instrument.tickSize()));
        }
        try (RecordingWriter writer = RecordingWriter.create(
                OutputFile.claim(to),
                kept,
                from.venues(),
                from.header().announcementNs(),
                from.header().addedQuantity())) {
            long end = from.firstAtOrAfter(window.toNs());
            for (long index = from.firstAtOrAfter(window.fromNs()); index < end; index++) {
                RecordedQuote quote = from.quote(index);
                if (newIds[quote.instrumentId()] != LEFT_OUT) {
                    writer.append(quote.ofInstrument(newIds[quote.instrumentId()]));
                }
            }
            return required(writer, from, to);
        }
    }

    private static long required(RecordingWriter writer, Recording from, Path to) {
        if (writer.count() == 0) {
            writer.discard();
            throw Problem.ofFault(to + " is not written: no tick of " + from.file() + " is chosen")
                    .exception();
        }
        return writer.count();
    }

    /** Copies whole payloads, including those before the first tick, which a receiver needs first. */
    private static long write(
            Recording from,
            RecordedPayloads payloads,
            RecordingWindow window,
            SortedSet<Integer> instrumentIds,
            Path to) {
        if (instrumentIds.size() < from.instruments().size()) {
            throw Problem.of("--instruments")
                    .fault("a payload cannot be cut apart")
                    .expected("all instruments of a recording of payloads")
                    .exception();
        }
        try (RecordingWriter writer = RecordingWriter.ofPayloads(
                OutputFile.claim(to),
                from.instruments(),
                from.venues(),
                from.header().announcementNs(),
                payloads.declaration(),
                payloads.priced())) {
            for (long number = 0; number < payloads.count(); number++) {
                long timeNs = payloads.timeNs(number);
                boolean opening = payloads.firstTick(number) == 0 && payloads.ticks(number) == 0;
                if (opening || timeNs >= window.fromNs() && timeNs < window.toNs()) {
                    copy(from, payloads, number, writer);
                }
            }
            return required(writer, from, to);
        }
    }

    private static void copy(Recording from, RecordedPayloads payloads, long number, RecordingWriter writer) {
        writer.payload(from.payload(number));
        long end = payloads.firstTick(number) + payloads.ticks(number);
        for (long tick = payloads.firstTick(number); tick < end; tick++) {
            writer.append(from.quote(tick));
        }
    }
}
