package org.ticktoquote.replayer.recording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;

/** Copies a part of a recording into a new one. */
public final class RecordingCut {
    private static final int LEFT_OUT = -1;

    private RecordingCut() {}

    /**
     * Writes the ticks of a window and of some instruments, which are numbered anew; announcement and venues stay.
     *
     * @return how many ticks
     * @throws Refusal when it would overwrite the recording that it reads, or no tick is left
     */
    public static long write(Recording from, RecordingWindow window, SortedSet<Integer> instrumentIds, Path to) {
        if (to.toAbsolutePath().normalize().equals(from.file().toAbsolutePath().normalize())) {
            throw Problem.of(to)
                    .fault("a recording cannot be cut into itself")
                    .expected("another file")
                    .refusal();
        }
        int[] newIds = new int[from.instruments().size()];
        Arrays.fill(newIds, LEFT_OUT);
        List<Instrument> kept = new ArrayList<>();
        for (int id : instrumentIds) {
            Instrument instrument = from.instruments().get(id);
            newIds[id] = kept.size();
            kept.add(new Instrument(kept.size(), instrument.symbol(), instrument.pip(), instrument.tickSize()));
        }
        try (RecordingWriter writer =
                RecordingWriter.create(to, kept, from.venues(), from.header().announcementNs())) {
            long end = from.firstAtOrAfter(window.toNs());
            for (long index = from.firstAtOrAfter(window.fromNs()); index < end; index++) {
                RecordedQuote quote = from.quote(index);
                if (newIds[quote.instrumentId()] != LEFT_OUT) {
                    writer.append(quote.ofInstrument(newIds[quote.instrumentId()]));
                }
            }
            if (writer.count() == 0) {
                writer.discard();
                throw Problem.ofFault(to + " is not written: no tick of " + from.file() + " is chosen")
                        .refusal();
            }
            return writer.count();
        }
    }
}
