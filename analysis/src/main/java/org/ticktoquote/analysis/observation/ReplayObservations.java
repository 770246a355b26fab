package org.ticktoquote.analysis.observation;

import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.RunManifest;

/**
 * Whether every tick left, and in time.
 *
 * @param excused the application ended by itself: nothing could be sent any more
 */
record ReplayObservations(RunManifest.Replay replay, Figures figures, boolean excused) {
    void addTo(Found found) {
        found.flag(Rule.REPLAY_UNFINISHED, !replay.finished() && !excused, "The replay did not reach its end.");
        found.count(Rule.SEND_ERRORS, excused ? 0 : replay.sendErrors(), replay.sendErrors() + " send calls failed.");
        found.count(
                Rule.TICK_COUNT,
                excused ? 0 : Math.abs(figures.ticks() - replay.ticks()),
                figures.ticks() + " ticks are in the journal, " + replay.ticks() + " in the window.");
        share(found);
        Long worst = figures.replayLag().max();
        if (worst != null) {
            found.count(Rule.REPLAY_LAG_MAX, worst, "The largest replay lag is " + DurationText.format(worst) + ".");
        }
    }

    private void share(Found found) {
        Long response = figures.response().p99().low();
        Long lag = figures.replayLag().p99().low();
        if (response != null && lag != null) {
            String text = "p99 of the replay lag is " + DurationText.format(lag) + ", of the response "
                    + DurationText.format(response) + ".";
            found.share(Rule.REPLAY_LAG_SHARE, lag, response, text);
        }
    }
}
