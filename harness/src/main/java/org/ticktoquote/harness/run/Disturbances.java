package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.harness.site.HostCount;
import org.ticktoquote.harness.site.LocalSite;
import org.ticktoquote.harness.site.Site;

/** What the hosts did to the run between two moments, by the names of the validity rules. */
final class Disturbances {
    private final RunHosts hosts;
    private final int udpPort;
    private final Map<Site, HostCount> before = new HashMap<>();

    /** Begins to count. */
    Disturbances(RunHosts hosts, String feed) {
        this.hosts = hosts;
        this.udpPort = LocalSite.udpPort(feed);
        hosts.all().forEach(site -> before.put(site, site.count(udpPort)));
    }

    /** Writes what was counted into the manifest, of the worst host; the application's socket must still be open. */
    void recordIn(ManifestDraft draft) {
        double steal = 0;
        for (Map.Entry<Site, HostCount> site : before.entrySet()) {
            HostCount after = site.getKey().count(udpPort);
            steal = Math.max(steal, site.getValue().steal().percentUntil(after.steal()));
            if (site.getKey() == hosts.application()) {
                draft.disturbance("udp-drops", (double)
                        (after.udpDrops() - site.getValue().udpDrops()));
            }
        }
        draft.disturbance("steal", steal);
    }
}
