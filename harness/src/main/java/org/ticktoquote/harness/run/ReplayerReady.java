package org.ticktoquote.harness.run;

import java.util.List;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.PluginFile;

/** What the replayer says of its recording and feed once it is ready; times in ns since 1970-01-01 UTC. */
record ReplayerReady(
        String recordingSha256,
        List<Instrument> instruments,
        List<String> venues,
        long fromNs,
        long toNs,
        long ticks,
        String windowSha256,
        long announcementNs,
        double peakPerSecond,
        String feed,
        FeedBinding feedBinding,
        List<PluginFile> plugins) {}
