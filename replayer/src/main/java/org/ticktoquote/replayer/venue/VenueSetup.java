package org.ticktoquote.replayer.venue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.replayer.feed.Markets;

/**
 * One FIX venue, as it was declared.
 *
 * @param name of the venue, and its CompID
 * @param port 0 takes a free one
 * @param applications CompIDs that may log on, each once at a time
 * @param carries ids of the recording's venues whose ticks it sends
 * @param symbols how instruments are named, by their ids
 * @param unknownPairs that its declaration names and the recording does not have
 * @param updateType MDUpdateType (265) that a request must have; empty: any that its messages can meet
 * @param form of its messages
 * @param sliceNs of a pair the last tick in each slice of so long a time leaves, and no other; 0: all leave
 * @param logon what is demanded of a Logon
 * @param dictionary path of the data dictionary that messages of applications are held against; empty: none, requests are judged
 *     by what this venue reads of them
 * @param tls null for none
 * @param stored messages that are kept for resends; 0: a gap is filled without them
 */
record VenueSetup(
        String name,
        int port,
        FixVersion version,
        List<String> applications,
        List<Integer> carries,
        List<InstrumentName> symbols,
        List<String> unknownPairs,
        String updateType,
        MessageForm form,
        long sliceNs,
        LogonRules logon,
        String dictionary,
        @Nullable FixTls tls,
        int stored) {
    private static final String DEFAULT_NAME = "VENUE";
    private static final String DEFAULT_APPLICATION = "PRICING";

    VenueSetup {
        applications = List.copyOf(applications);
        carries = List.copyOf(carries);
        symbols = List.copyOf(symbols);
        unknownPairs = List.copyOf(unknownPairs);
    }

    /** The pairs that it has, as the recording names them. */
    List<String> pairs(List<Instrument> instruments) {
        return instruments.stream().filter(this::has).map(Instrument::symbol).toList();
    }

    /** Whether it has a pair. */
    boolean has(Instrument pair) {
        return !symbols.get(pair.id()).equals(InstrumentName.NONE);
    }

    /** The files that its declaration names, by the keys that name them. */
    Map<String, Path> files() {
        Map<String, Path> files = new TreeMap<>();
        if (!dictionary.isEmpty()) {
            files.put("dictionary", Path.of(dictionary));
        }
        if (tls != null) {
            files.putAll(tls.files());
        }
        return files;
    }

    /** One that nobody declared: it has all that there is. */
    static VenueSetup plain(int port, Markets markets) {
        return new VenueSetup(
                DEFAULT_NAME,
                port,
                FixVersion.FIX_44,
                List.of(DEFAULT_APPLICATION),
                IntStream.range(0, markets.venues().size()).boxed().toList(),
                markets.instruments().stream()
                        .map(each -> InstrumentName.of(each.symbol()))
                        .toList(),
                List.of(),
                "",
                MessageForm.PLAIN,
                0,
                LogonRules.OPEN,
                "",
                null,
                0);
    }
}
