package org.ticktoquote.core.control;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.run.Instrument;

/** Control lines between the harness and the replayer, in addition to {@link ProcessProtocol}. */
public final class ReplayerProtocol {
    /** Command to replay the warm-up. Detail {@link WarmUp}. */
    public static final String WARM_UP = "warm-up";
    /** Command to end the warm-up. */
    public static final String WARM_UP_END = "warm-up-end";
    /** Command to replay the window. Detail {@link Start}. */
    public static final String START = "start";
    /** Command to end the replay early. The feed stays open, as it does after the last tick. */
    public static final String REPLAY_END = "replay-end";

    /** Status about once a second and when the phase changes. Detail {@link Warming}. */
    public static final String WARMING = "warming";
    /** Status: the warm-up is over. Detail {@link WarmedUp}. */
    public static final String WARMED_UP = "warmed-up";
    /** Status: the sender has chosen how to wait between ticks. Detail {@link SenderWaitMode}. */
    public static final String WAIT_MODE = "waiting";
    /** Status in answer to {@link #START}. Detail {@link Started}. */
    public static final String STARTED = "started";
    /** Status before {@link ProcessProtocol#READY}, with the same detail for the second feed. */
    public static final String SECOND_READY = "second-ready";
    /** Status before {@link ProcessProtocol#DONE}, with the same detail for the second feed. */
    public static final String SECOND_DONE = "second-done";
    /** Status: an application has connected to the feed. */
    public static final String FEED_CONNECTED = "feed-connected";
    /** Status: the connection of an application has ended. */
    public static final String FEED_DISCONNECTED = "feed-disconnected";

    /** Status: an application has logged on and subscribed at every venue. Detail {@link Subscribed}. */
    public static final String FEED_SUBSCRIBED = "feed-subscribed";
    /** Status: a venue refused an application. Detail {@link Refused}. */
    public static final String FEED_REFUSED = "feed-refused";

    /** Phase of a warm-up that repeats the densest second. */
    public static final String BURST = "burst";

    private ReplayerProtocol() {}

    /**
     * Subscriptions of an application.
     *
     * @param everywhere whether it has subscribed at every venue
     */
    public record Subscribed(boolean everywhere) {}

    /** Refusal by a venue, as a message for the user. */
    public record Refused(String what) {}

    /**
     * Settings of a warm-up.
     *
     * @param realSpeedNs time for which the section around the densest second is replayed as recorded
     * @param burstRate ticks per second of the loops after that, raised to the peak of the window if lower
     * @param maximumNs longest warm-up, unless a command ends it earlier
     */
    public record WarmUp(long realSpeedNs, double burstRate, long maximumNs) {
        public WarmUp {
            if (realSpeedNs < 0 || maximumNs <= 0 || !(burstRate >= 0 && burstRate < 1e9)) {
                throw Problem.ofFault("warm-up: realSpeedNs " + realSpeedNs + ", burstRate " + burstRate
                                + ", maximumNs " + maximumNs)
                        .expected("0 or more, 0 or more, and above 0")
                        .exception();
            }
        }
    }

    /** Intended time of the first tick, in the replayer's {@link System#nanoTime()}. */
    public record Start(long atNs) {}

    /** Progress of the warm-up. */
    public record Warming(String phase, long ticks, long lastTickId) {}

    /** Result of the warm-up. {@code ended} is {@code asked} (by a command) or {@code maximum} (time limit). */
    public record WarmedUp(long ticks, long lastTickId, double burstRate, long sendErrors, String ended) {}

    /**
     * Intended time of the first tick.
     *
     * @param lateNs lateness of the command, 0 if it was in time. If above 0, the replay did not start, and another start
     *     can follow
     */
    public record Started(long t0Ns, long lateNs) {}

    /** Wait strategy of the sender between ticks, and whether the sender never sleeps. */
    public record SenderWaitMode(String how, boolean awake) {}

    /** Progress of the measured replay, about five times a second. Detail of {@link ProcessProtocol#PROGRESS}. */
    public record Progress(long sent, long total, long lagNs) {}

    /**
     * Result of the measured replay. The detail of {@link ProcessProtocol#DONE} begins with these members.
     *
     * @param sent ticks passed to the feed, including failed ones
     * @param finished whether the whole window was sent
     * @param t0Ns intended time of the first tick, 0 if there was no start
     * @param encoder encoder of the feed's plug-in, null if there is none
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
     * Cost of encoding the measured ticks in a plug-in.
     *
     * @param name class of the encoder
     * @param bytesPerTick allocated bytes
     */
    public record Encoder(String name, long meanNs, long longestNs, long longestTickId, long bytesPerTick) {}

    /**
     * Effective settings. Detail of {@link ProcessProtocol#CHECKED}.
     *
     * @param fromNs venue time of the first tick, ns since 1970-01-01 UTC
     * @param toNs first nanosecond after the last tick
     * @param priced whether ticks carry prices
     * @param feedBinding side that binds the feed
     * @param feedVenues planned FIX venues of the feed, empty if there are none
     * @param warnings reservations about the feed, which the user should read before trusting the figures
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
        /** Returns these settings with further warnings. */
        public Checked with(List<String> further) {
            List<String> all =
                    Stream.concat(warnings.stream(), further.stream()).toList();
            return new Checked(instruments, venues, fromNs, toNs, ticks, priced, feedBinding, feedVenues, all);
        }
    }
}
