package org.ticktoquote.replayer.venue;

import java.util.List;

/**
 * One FIX venue, as it was declared.
 *
 * @param name of the venue, and its CompID
 * @param port 0 takes a free one
 * @param applications CompIDs that may log on, each once at a time
 * @param carries ids of the recording's venues whose ticks it sends
 * @param symbols how instruments are named, by their ids
 * @param form of its messages
 * @param logon what is demanded of a Logon
 * @param stored messages that are kept for resends; 0: a gap is filled without them
 */
record VenueSetup(
        String name,
        int port,
        VenueVersion version,
        List<String> applications,
        List<Integer> carries,
        List<SymbolName> symbols,
        MessageForm form,
        LogonRules logon,
        int stored) {
    VenueSetup {
        applications = List.copyOf(applications);
        carries = List.copyOf(carries);
        symbols = List.copyOf(symbols);
    }
}
