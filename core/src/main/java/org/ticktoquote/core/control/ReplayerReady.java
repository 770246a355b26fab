package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.PluginFile;

/**
 * What the replayer would replay, and on what: detail of {@link ProcessLines#READY}, in which the members of all groups stand
 * side by side.
 *
 * @param announcementNs venue time of the announcement, 0 without one
 * @param warnings what people should know before they trust the figures
 */
public record ReplayerReady(
        @JsonUnwrapped Recording recording,
        @JsonUnwrapped Window window,
        long announcementNs,
        @JsonUnwrapped Peaks peaks,
        @JsonUnwrapped Output output,
        Pacer pacer,
        List<String> warnings) {

    /** The file. */
    public record Recording(String recordingSha256, List<Instrument> instruments, List<String> venues) {}

    /**
     * The part of it.
     *
     * @param fromNs venue time of the first tick, ns since 1970-01-01 UTC
     * @param toNs first nanosecond after the last tick
     * @param windowSha256 of what the ticks say, as {@link org.ticktoquote.core.journal.TickDigest} takes it
     */
    public record Window(long fromNs, long toNs, long ticks, String windowSha256) {}

    /** Most ticks within a second of the replay, wherever it begins; then 100 ms and 10 ms. */
    public record Peaks(long peakPerSecond, long peakPer100Ms, long peakPer10Ms) {}

    /**
     * Where the ticks go.
     *
     * @param feed URI with the port
     * @param feedBinding who binds it
     * @param feedVenues FIX venues that it is; empty where it is none
     * @param venuesSha256 of the file that declares them; empty where there is none
     * @param venueFiles SHA-256 of the files that it names, by {@code VENUE.KEY}
     * @param plugins the jars that were loaded for it
     * @param feedFacts settings and counters
     */
    public record Output(
            String feed,
            FeedBinding feedBinding,
            List<FeedVenue> feedVenues,
            String venuesSha256,
            Map<String, String> venueFiles,
            List<PluginFile> plugins,
            Map<String, Long> feedFacts) {
        /** Of the socket that the application binds for its market data; 0 where there is none. */
        public int applicationUdpPort() {
            return feedBinding == FeedBinding.APPLICATION_UDP ? URI.create(feed).getPort() : 0;
        }
    }

    /**
     * What the kernel grants the sending thread.
     *
     * @param timerSlackNs -1 when unknown
     * @param sliceNs how long it may run at once where that is its own; 0 where it is that of all
     * @param cpus that it may run on; empty when unknown
     */
    public record Pacer(long timerSlackNs, long sliceNs, List<Integer> cpus) {}
}
