package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.core.run.RunManifest;

/** Notes on gaps and duplicates of a capture that no rule evaluates, one line each. */
final class CaptureNotes {
    private static final Map<String, String> COUNTS = new LinkedHashMap<>();

    static {
        COUNTS.put("framesCut", "frames that are cut (tcpdump -s 0)");
        COUNTS.put("framesWithoutTime", "frames without a time, ignored");
        COUNTS.put("framesWithoutStamp", "frames without a time stamp of the switch, ignored");
        COUNTS.put("duplicates", "packets captured more than once; the first one counts");
        COUNTS.put("offloaded", "segments longer than 1,500 bytes, whose messages have one time");
        COUNTS.put("ticksRepeated", "repeated ticks, as on a second line of the feed; the first packet counts");
        COUNTS.put("ticksOvertaken", "ticks after later ticks of their session");
        COUNTS.put("feedDamaged", "damaged datagrams, frames or ids of the feed, ignored");
        COUNTS.put("segmentsOfReplacedConnections", "segments of replaced connections, ignored");
        COUNTS.put("unreadableFix", "parts of FIX streams without a valid message, ignored");
        COUNTS.put("misaddressedFix", "FIX prices in TCP segments with damaged addresses, ignored");
        COUNTS.put(
                "sessionsOfSeveralAddresses",
                "sessions whose prices come from several addresses, one after another; if these are several systems,"
                        + " choose one with --quotes HOST:PORT");
        COUNTS.put(
                "priceGaps",
                "periods in which ticks of a pair are excluded, because the capture lacks ticks that changed its price");
        COUNTS.put(
                "ticksWithoutBook",
                "updates of venues that are left out, because the book is unknown after missing bytes until the next 35=W");
        COUNTS.put("clientHoles", "connections with missing bytes of the client, possibly its Logout");
    }

    private CaptureNotes() {}

    /** Returns the notes from the host's facts; empty for a run with t2q's own time stamps. */
    static List<String> of(Map<String, String> host) {
        List<String> notes = new ArrayList<>();
        COUNTS.forEach((fact, words) -> {
            String count = host.getOrDefault(RunManifest.WIRE_FACT + fact, "0");
            if (!count.equals("0")) {
                notes.add(String.format(Locale.ROOT, "%s: %,d", words, Long.parseLong(count)));
            }
        });
        String cut = host.getOrDefault(RunManifest.WIRE_FACT + "cut", "");
        if (!cut.isEmpty()) {
            notes.add(cut + "; nothing after that is in the run");
        }
        String tls = host.getOrDefault(RunManifest.WIRE_FACT + "tls", "");
        if (!tls.isEmpty()) {
            notes.add(tls);
        }
        return notes;
    }
}
