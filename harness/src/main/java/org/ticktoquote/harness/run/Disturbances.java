package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.host.sockets.HostCounters.HostCount;

/** What the hosts did to the run between two moments, by the names of the validity rules. */
final class Disturbances {
    private final RunHosts hosts;
    private final int udpPort;
    private final Map<RunHost, HostCount> before = new HashMap<>();

    /** Begins to count. */
    Disturbances(RunHosts hosts, ReplayerReady input) {
        this.hosts = hosts;
        this.udpPort = input.output().applicationUdpPort();
        hosts.all().forEach(host -> before.put(host, host.operations().count(udpPort)));
    }

    /** Writes what was counted into the manifest, of the worst host; the application's socket must still be open. */
    void recordIn(ManifestDraft draft) {
        double steal = 0;
        for (Map.Entry<RunHost, HostCount> host : before.entrySet()) {
            HostCount after = host.getKey().operations().count(udpPort);
            steal = Math.max(steal, host.getValue().steal().percentUntil(after.steal()));
            if (host.getKey() == hosts.application()) {
                draft.disturbance("udp-drops", (double)
                        (after.udpDrops() - host.getValue().udpDrops()));
            }
        }
        draft.disturbance("steal", steal);
    }
}
