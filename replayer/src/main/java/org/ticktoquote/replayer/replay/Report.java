package org.ticktoquote.replayer.replay;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.PluginFile;

/** The longer details of the replayer's status lines; their field names are a contract with the harness. */
final class Report {
    private Report() {}

    /**
     * {@code ready}: what would be replayed, and on what.
     *
     * @param fromNs venue time of the first tick
     * @param toNs first nanosecond after the last tick
     * @param windowSha256 of what the ticks say, as {@link org.ticktoquote.core.journal.TickDigest} takes it
     * @param announcementNs venue time of the announcement, 0 without one
     * @param peakPerSecond most ticks within a second of the replay, wherever it begins; then 100 ms and 10 ms
     * @param feed URI with the port
     * @param feedBinding who binds it
     * @param plugins the jars that were loaded for it
     * @param feedFacts settings and counters of the feed
     * @param warnings what people should know before they trust the figures
     */
    record Ready(
            String recordingSha256,
            List<Instrument> instruments,
            List<String> venues,
            long fromNs,
            long toNs,
            long ticks,
            String windowSha256,
            long announcementNs,
            long peakPerSecond,
            long peakPer100Ms,
            long peakPer10Ms,
            String feed,
            FeedBinding feedBinding,
            List<PluginFile> plugins,
            Map<String, Long> feedFacts,
            PacerThreadFacts pacer,
            List<String> warnings) {}

    /** {@code checked}, of {@code --check}: what the options choose. */
    record Checked(
            List<Instrument> instruments,
            List<String> venues,
            long fromNs,
            long toNs,
            long ticks,
            FeedBinding feedBinding) {}

    /**
     * What the kernel grants the sending thread.
     *
     * @param timerSlackNs -1 when unknown
     * @param cpus that it may run on; empty when unknown
     */
    record PacerThreadFacts(long timerSlackNs, List<Integer> cpus) {}

    /** An application on a feed that it connects to. */
    record Peer(String peer) {}

    /**
     * {@code done}: the measured session is over.
     *
     * @param sent ticks handed to the feed, those that failed too
     * @param finished whether that was the whole window
     * @param t0Ns intended time of the first tick; 0 when there was no start
     * @param lag of the ticks that were sent, in nanoseconds; zeros when there were none
     * @param early ticks that left before their intended time: 0 unless the clock is broken
     * @param rollWaits ticks that waited for room in the journal
     * @param hiccups how late the process woke up, from its beginning
     */
    record Done(
            long sent,
            long sendErrors,
            boolean finished,
            long t0Ns,
            long endNs,
            LagStatistics.Percentiles lag,
            double driftNsPerS,
            long early,
            long rollWaits,
            Map<String, Long> feedFacts,
            HiccupSummary hiccups) {}
}
