package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.core.run.RunManifest;

/** What a capture lacks, or has twice, where no rule judges it: a line each. */
final class CaptureNotes {
    private static final Map<String, String> COUNTS = new LinkedHashMap<>();

    static {
        COUNTS.put("framesCut", "%s frames of the capture are cut (tcpdump -s 0)");
        COUNTS.put("framesWithoutTime", "%s frames have no time and are left out");
        COUNTS.put("framesWithoutStamp", "%s frames have no stamp of the switch and are left out");
        COUNTS.put("offloaded", "%s segments are longer than 1,500 bytes: all messages in one have the same time");
        COUNTS.put("ticksRepeated", "%s ticks came again, as on a second line of the feed: the first packet counts");
        COUNTS.put("ticksOvertaken", "%s ticks came after later ones of their session");
        COUNTS.put("feedDamaged", "%s datagrams, frames or ids of the feed are damaged and left out");
        COUNTS.put("segmentsOfReplacedConnections", "%s segments of connections that others replaced are left out");
        COUNTS.put("clientHoles", "%s connections lack bytes of the client, which may be its Logout");
    }

    private CaptureNotes() {}

    /** By the facts of the host; none for a run of t2q's own time stamps. */
    static List<String> of(Map<String, String> host) {
        List<String> notes = new ArrayList<>();
        COUNTS.forEach((fact, words) -> {
            String count = host.getOrDefault(RunManifest.WIRE_FACT + fact, "0");
            if (!count.equals("0")) {
                notes.add(String.format(Locale.ROOT, words, String.format(Locale.ROOT, "%,d", Long.parseLong(count))));
            }
        });
        String tls = host.getOrDefault(RunManifest.WIRE_FACT + "tls", "");
        if (!tls.isEmpty()) {
            notes.add(tls);
        }
        return notes;
    }
}
