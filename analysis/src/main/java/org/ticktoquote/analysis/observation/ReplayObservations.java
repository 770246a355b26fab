package org.ticktoquote.analysis.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.schedule.UnrequestedTicks;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.report.table.IntervalText;

/**
 * Observes whether every tick was sent, and on time.
 *
 * @param encoder time spent in a plug-in's encoder, as text for users; empty if there is none
 * @param excused whether the application ended by itself, so that no further tick could be sent
 * @param interrupted whether the replay was ended early by a user
 */
record ReplayObservations(
        RunManifest.Replay replay,
        @Nullable TurnSchedule turns,
        String encoder,
        RuleFigures figures,
        boolean excused,
        boolean interrupted) {
    /** Advice if the lag is a large part of the response. */
    private static final String CURE =
            " If a CPU is free for the sender, use --threads to assign it, or --replayer-args '--spin always' to keep it awake.";

    void addTo(ObservationList found) {
        boolean cut = excused || interrupted;
        found.flag(Rule.REPLAY_UNFINISHED, !replay.finished() && !cut, "The replay did not finish.");
        sendErrors(found);
        found.counted(
                Rule.FEED_DESERTED,
                figures.sent().deserted(),
                "tick was",
                "ticks were",
                " not sent: the application had requested " + (figures.sent().deserted() == 1 ? "it" : "them")
                        + " and then lost its session at the venue");
        UnrequestedTicks unasked = figures.sent().unasked();
        long unjudged = figures.unjudged();
        found.share(
                Rule.FEED_UNSUBSCRIBED, unasked.count() + unjudged, unasked.planned(), unsubscribed(unasked, unjudged));
        HeldFigures held = figures.sent().held();
        found.count(Rule.FEED_BLOCKED, held.longestNs(), blocked(held));
        found.count(
                Rule.TICK_COUNT,
                cut ? 0 : Math.abs(figures.ticks() - replay.ticks()),
                CountText.of(figures.ticks(), "tick is", "ticks are") + " in the journal, " + replay.ticks()
                        + " in the window.");
        schedule(found);
        share(found);
        Long worst = figures.replayLag().max();
        if (worst != null) {
            found.count(
                    Rule.REPLAY_LAG_MAX,
                    worst,
                    "The largest replay lag is " + DurationText.format(worst) + "." + encoding());
        }
    }

    private static String unsubscribed(UnrequestedTicks unasked, long unjudged) {
        List<String> parts = new ArrayList<>();
        if (unasked.unsubscribed() > 0) {
            parts.add(CountText.of(unasked.unsubscribed(), "tick was", "ticks were")
                    + " not sent: the application had unsubscribed from the pair (263=2).");
        }
        if (unasked.never() > 0) {
            parts.add("Not sent: " + CountText.of(unasked.never(), "tick") + " of " + String.join(", ", unasked.pairs())
                    + ", which clients subscribe to, but the application requested from no venue.");
        }
        if (unasked.count() > 0) {
            parts.add("These ticks are not due and are in no figure.");
        }
        if (unjudged > 0) {
            parts.add(CountText.of(unjudged, "tick was", "ticks were")
                    + " not judged after a new subscription: the price that answers it is of no tick sent.");
        }
        return String.join(" ", parts);
    }

    private String blocked(HeldFigures held) {
        double replayNs = (replay.toNs() - replay.fromNs()) / replay.speed();
        return String.format(
                Locale.ROOT,
                "%s sent late, by up to %s, because the application did not read its market data: its feed was full for"
                        + " %s, %.2g %% of the replay. The response includes this delay, service and quote age do not.",
                CountText.of(held.ticks(), "tick was", "ticks were"),
                DurationText.format(held.longestNs()),
                DurationText.format(held.waitedNs()),
                100 * held.waitedNs() / Math.max(1, replayNs));
    }

    /** Observes send errors: the larger of the replayer's count and the ticks marked in the journal. */
    private void sendErrors(ObservationList found) {
        long marked = figures.sent().failed();
        String marks = marked == replay.sendErrors()
                ? ""
                : ", " + CountText.of(marked, "tick is", "ticks are") + " marked so in the journal";
        found.count(
                Rule.SEND_ERRORS,
                excused ? 0 : Math.max(marked, replay.sendErrors()),
                CountText.of(replay.sendErrors(), "send call") + " failed" + marks + ".");
    }

    private void schedule(ObservationList found) {
        SentTicks sent = figures.sent();
        found.count(
                Rule.SCHEDULE_DIFFERS,
                sent.misplaced(),
                "Ticks with an intended time that differs from recording, window and speed: " + sent.misplaced()
                        + ". The first is " + sent.firstMisplaced() + ".");
        found.flag(
                Rule.TICKS_DIFFER,
                sent.differ(replay),
                "The ticks in the journal differ from the window of the recording: their SHA-256 is " + sent.sha256()
                        + ", expected " + replay.windowSha256() + ".");
    }

    /** Encoding precedes sending and is therefore part of the lag. */
    private String encoding() {
        return encoder.isEmpty() ? "" : " It includes the encoder of a plug-in: " + encoder + ".";
    }

    private void share(ObservationList found) {
        Long response = figures.responseAtLeast("p99", replay, turns);
        Long lag = figures.replayLag().p99().low();
        if (response != null && lag != null) {
            String text = "p99 of the replay lag is " + DurationText.format(lag) + ", of the response "
                    + response(response) + "." + CURE + encoding();
            found.share(Rule.REPLAY_LAG_SHARE, lag, response, text);
        }
    }

    /**
     * Formats p99 of the response. The share of the replay lag uses the lower end of an interval, which gives the largest
     * share.
     */
    private String response(long atLeastNs) {
        Long most = figures.response().p99().high();
        if (most == null) {
            return "more than " + DurationText.format(atLeastNs);
        }
        return IntervalText.duration(atLeastNs, most);
    }
}
