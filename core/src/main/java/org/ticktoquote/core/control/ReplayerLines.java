package org.ticktoquote.core.control;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.run.Instrument;

/** What the harness and the replayer tell each other, besides {@link ProcessLines}. */
public final class ReplayerLines {
    /** Command: replay the warm-up; detail {@link WarmUp}. */
    public static final String WARM_UP = "warm-up";
    /** Command: end the warm-up. */
    public static final String WARM_UP_END = "warm-up-end";
    /** Command: replay what is measured; detail {@link Start}. */
    public static final String START = "start";
    /** Command: end the replay early; the feed stays open, as after its last tick. */
    public static final String REPLAY_END = "replay-end";

    /** Status, about once a second and when the phase changes: detail {@link Warming}. */
    public static final String WARMING = "warming";
    /** Status: the warm-up is over; detail {@link WarmedUp}. */
    public static final String WARMED_UP = "warmed-up";
    /** Status: the sender of ticks knows its CPUs; detail {@link Waiting}. */
    public static final String WAITING = "waiting";
    /** Status: the answer to {@link #START}; detail {@link Started}. */
    public static final String STARTED = "started";
    /** Status, before {@link ProcessLines#READY}: the same of the second feed. */
    public static final String SECOND_READY = "second-ready";
    /** Status, before {@link ProcessLines#DONE}: the same of the second feed. */
    public static final String SECOND_DONE = "second-done";
    /** Status: an application has connected to the feed. */
    public static final String FEED_CONNECTED = "feed-connected";
    /** Status: the connection of an application has ended. */
    public static final String FEED_DISCONNECTED = "feed-disconnected";

    /** Status: an application is logged on and has subscribed at every venue; detail {@link Subscribed}. */
    public static final String FEED_SUBSCRIBED = "feed-subscribed";
    /** Status: a venue refused something to an application; detail {@link Refused}. */
    public static final String FEED_REFUSED = "feed-refused";

    /** The phase of a warm-up in which the densest second is repeated. */
    public static final String BURST = "burst";

    private ReplayerLines() {}

    /** Venues at which an application has subscribed. */
    public record Subscribed(boolean everywhere) {}

    /** What a venue refused, and what it expected. */
    public record Refused(String what) {}

    /**
     * What a warm-up is to be.
     *
     * @param realSpeedNs how long the section around the densest second is replayed as recorded
     * @param burstRate ticks per second of the loops after that; below the peak of the window, as 0 is, the peak
     * @param maximumNs the end, even when nobody has asked for it
     */
    public record WarmUp(long realSpeedNs, double burstRate, long maximumNs) {}

    /** The intended time of the first tick, in the replayer's {@link System#nanoTime()}. */
    public record Start(long atNs) {}

    /** How far the warm-up is. */
    public record Warming(String phase, long ticks, long lastTickId) {}

    /** What the warm-up was; {@code ended} is {@code asked} or {@code maximum}. */
    public record WarmedUp(long ticks, long lastTickId, double burstRate, long sendErrors, String ended) {}

    /**
     * The intended time of the first tick.
     *
     * @param lateNs how long ago that was when the command came; above 0 nothing was started, and another start may come
     */
    public record Started(long t0Ns, long lateNs) {}

    /** In words how the sender waits for the next tick, and whether it never sleeps. */
    public record Waiting(String how, boolean awake) {}

    /** How far the measured replay is, about five times a second: detail of {@link ProcessLines#PROGRESS}. */
    public record Progress(long sent, long total, long lagNs) {}

    /**
     * The measured replay is over: the first members of the detail of {@link ProcessLines#DONE}.
     *
     * @param sent ticks handed to the feed, those that failed too
     * @param finished whether that was the whole window
     * @param t0Ns intended time of the first tick; 0 when there was no start
     * @param encoder that a plug-in has for the feed; null where it has none
     * @param feedFacts settings and counters of the feed since it was opened
     */
    public record Replayed(
            long sent,
            long sendErrors,
            boolean finished,
            long t0Ns,
            long endNs,
            @Nullable Encoder encoder,
            Map<String, Long> feedFacts) {}

    /**
     * What the measured ticks took in the encoder of a plug-in.
     *
     * @param name of its class
     * @param bytesPerTick that it allocated
     */
    public record Encoder(String name, long meanNs, long longestNs, long longestTickId, long bytesPerTick) {}

    /**
     * What the options choose: detail of {@link ProcessLines#CHECKED}.
     *
     * @param fromNs venue time of the first tick, ns since 1970-01-01 UTC
     * @param toNs first nanosecond after the last tick
     * @param priced whether ticks carry prices
     * @param feedBinding who binds the feed
     * @param feedVenues the FIX venues that it would be; empty where it is none
     * @param warnings what people should know of the feed before they trust the figures
     */
    public record Checked(
            List<Instrument> instruments,
            List<String> venues,
            long fromNs,
            long toNs,
            long ticks,
            boolean priced,
            FeedBinding feedBinding,
            List<PlannedVenue> feedVenues,
            List<String> warnings) {
        /** The same with further warnings. */
        public Checked with(List<String> further) {
            List<String> all =
                    Stream.concat(warnings.stream(), further.stream()).toList();
            return new Checked(instruments, venues, fromNs, toNs, ticks, priced, feedBinding, feedVenues, all);
        }
    }
}
