package org.ticktoquote.harness.run;

import java.net.URI;
import org.ticktoquote.harness.host.CpuSteal;
import org.ticktoquote.harness.host.UdpDrops;

/** What the host did to the run between two moments, by the names of the validity rules. */
final class Disturbances {
    private final URI feed;
    private final CpuSteal stealBefore = CpuSteal.read();
    private final long dropsBefore;

    /** Begins to count. */
    Disturbances(String feed) {
        this.feed = URI.create(feed);
        this.dropsBefore = udpDrops();
    }

    private long udpDrops() {
        return "udp".equals(feed.getScheme()) ? UdpDrops.at(feed.getPort()) : 0;
    }

    /** Writes what was counted into the manifest; the application's socket must still be open. */
    void recordIn(ManifestDraft draft) {
        draft.disturbance("steal", stealBefore.percentUntil(CpuSteal.read()));
        draft.disturbance("udp-drops", (double) (udpDrops() - dropsBefore));
    }
}
