package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.PluginFile;

/**
 * Input and destination of a replay. Detail of {@link ProcessProtocol#READY}, with the members of all groups on one level.
 *
 * @param announcementNs venue time of the announcement, 0 if there is none
 * @param warnings reservations that the user should read before trusting the figures
 */
public record ReplayerReady(
        @JsonUnwrapped Recording recording,
        @JsonUnwrapped Window window,
        long announcementNs,
        @JsonUnwrapped Peaks peaks,
        @JsonUnwrapped Output output,
        Pacer pacer,
        List<String> warnings) {

    /** The recording. */
    public record Recording(String recordingSha256, List<Instrument> instruments, List<String> venues) {}

    /**
     * The window of the recording.
     *
     * @param fromNs venue time of the first tick, ns since 1970-01-01 UTC
     * @param toNs first nanosecond after the last tick
     * @param windowSha256 {@link org.ticktoquote.core.journal.TickDigest} of the ticks
     */
    public record Window(long fromNs, long toNs, long ticks, String windowSha256) {}

    /** Most ticks within any second, 100 ms and 10 ms of the replay. */
    public record Peaks(long peakPerSecond, long peakPer100Ms, long peakPer10Ms) {}

    /**
     * Destination of the ticks.
     *
     * @param feed URI with the port
     * @param feedBinding side that binds the feed
     * @param feedVenues its FIX venues, empty if there are none
     * @param venuesSha256 hash of the file that declares them, empty if there is none
     * @param venueFiles SHA-256 of the files that it names, by {@code VENUE.KEY}
     * @param plugins jars loaded for the feed
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
        /** Returns the address of the socket that the application binds for its market data; empty if there is none. */
        public Optional<URI> applicationUdp() {
            return feedBinding == FeedBinding.APPLICATION_UDP ? Optional.of(URI.create(feed)) : Optional.empty();
        }
    }

    /**
     * Scheduling settings of the sending thread, as granted by the kernel.
     *
     * @param timerSlackNs -1 if unknown
     * @param sliceNs scheduler time slice, 0 for the kernel's default
     * @param cpus CPUs allowed by its affinity, empty if unknown
     */
    public record Pacer(long timerSlackNs, long sliceNs, List<Integer> cpus) {}
}
