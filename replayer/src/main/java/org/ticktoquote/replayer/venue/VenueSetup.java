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
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.HeartBtInt;
import quickfix.field.Password;
import quickfix.field.Username;

/**
 * One declared FIX venue.
 *
 * @param name venue's name, also its CompID
 * @param port 0 selects a free port
 * @param applications CompIDs that can log on, one session each
 * @param carries ids of the recording's venues whose ticks it sends
 * @param symbols names of instruments, by id
 * @param unknownPairs declared pairs that are not in the recording
 * @param updateType required MDUpdateType (265) of requests; empty for any that the venue's messages support
 * @param sliceNs length of the slices of time in which only the last tick of a pair is sent; 0 sends all ticks
 * @param logon requirements on a Logon
 * @param dictionary path of the data dictionary that validates applications' messages; if empty, the venue validates the
 *     fields of requests that it reads
 * @param tls null for none
 * @param stored number of messages kept for resends; 0 answers resend requests with gap fills
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
        MessageFormat form,
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

    /** Returns the venue's pairs under their names in the recording. */
    List<String> pairs(List<Instrument> instruments) {
        return instruments.stream().filter(this::has).map(Instrument::symbol).toList();
    }

    boolean has(Instrument pair) {
        return !symbols.get(pair.id()).equals(InstrumentName.NONE);
    }

    /** Returns the files that the declaration names, by key. */
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

    /** Returns the default venue, which carries everything in the recording. */
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
                MessageFormat.PLAIN,
                0,
                LogonRules.OPEN,
                "",
                null,
                0);
    }

    /**
     * Requirements of a venue on a Logon (35=A).
     *
     * @param username required Username (553); empty for any
     * @param password required Password (554); empty for any
     * @param leastHeartbeatS lowest HeartBtInt (108)
     * @param mostHeartbeatS highest HeartBtInt (108)
     * @param reset true if every Logon resets both sequences to 1; otherwise they continue until a Logon with
     *     ResetSeqNumFlag (141)
     */
    record LogonRules(String username, String password, int leastHeartbeatS, int mostHeartbeatS, boolean reset) {
        /** Accepts any username and password, heartbeats of 1 s to 1 h, and resets sequences. */
        static final LogonRules OPEN = new LogonRules("", "", 1, 3600, true);

        /** Returns the fault of a Logon; empty if it meets the requirements. */
        String problem(Message logon) throws FieldNotFound {
            int heartbeat = logon.getInt(HeartBtInt.FIELD);
            if (heartbeat < leastHeartbeatS || heartbeat > mostHeartbeatS) {
                return "108=" + heartbeat + ": expected " + leastHeartbeatS + " to " + mostHeartbeatS;
            }
            String user = problem(logon, Username.FIELD, username);
            return user.isEmpty() ? problem(logon, Password.FIELD, password) : user;
        }

        /** Omits the received value, which can be another system's secret. */
        private static String problem(Message logon, int tag, String expected) throws FieldNotFound {
            if (expected.isEmpty()
                    || logon.isSetField(tag) && logon.getString(tag).equals(expected)) {
                return "";
            }
            return tag + (logon.isSetField(tag) ? ": is not the expected value" : ": is missing");
        }

        @Override
        public String toString() {
            return "LogonRules[...]"; // keeps the password out of logs
        }
    }
}
