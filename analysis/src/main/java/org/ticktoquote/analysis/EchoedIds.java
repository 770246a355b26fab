package org.ticktoquote.analysis;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ticktoquote.analysis.learning.IdFinding;
import org.ticktoquote.analysis.matching.RunJournals;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.core.command.CountText;

/**
 * Checks whether the ids in snapshots are correct.
 *
 * <p>The warm-up and the measured part are checked separately. Ids are wrong if more than half of the snapshots name no tick
 * that was sent before they arrived. Ids are also wrong if another pattern explains nearly all of them, and more than 1 %
 * of the snapshots name no such tick or an older tick than their session already had.
 */
record EchoedIds(RunJournals journals, Quoting quoting, List<SessionTally> tallies) {
    /** Fewer wrong ids can be accidental. */
    private static final long MIN_SNAPSHOTS = 20;

    private static final double MAX_UNEXPLAINED_SHARE = 0.5;
    /** Up to this share, wrong ids count as errors of the application. */
    private static final double NOTABLE = 0.01;

    private static final double NEARLY_ALL = 0.99;

    private static final String CLOCKS = " If the capture combines several hosts, check that their clocks agree.";

    /**
     * Snapshots of a part of the run.
     *
     * @param name text for messages
     * @param all snapshots that should name a tick
     * @param unexplained snapshots that name no tick
     * @param regressed snapshots that name an older tick than their session had
     */
    private record Part(String name, boolean warmUp, long all, long unexplained, long regressed) {
        boolean refused() {
            return unexplained >= MIN_SNAPSHOTS && unexplained > MAX_UNEXPLAINED_SHARE * all;
        }

        boolean doubtful() {
            long wrong = unexplained + regressed;
            return wrong >= MIN_SNAPSHOTS && wrong > NOTABLE * all;
        }

        String counted() {
            if (unexplained == all) {
                return "None of the " + CountText.of(all, "snapshot") + " " + name + " names a tick that was sent.";
            }
            String older = refused() || regressed == 0
                    ? ""
                    : String.format(Locale.ROOT, ", and %,d name a tick older than the session already had", regressed);
            return String.format(
                    Locale.ROOT,
                    "%,d of %s %s name no tick that was sent by then%s.",
                    unexplained,
                    CountText.of(all, "snapshot"),
                    name,
                    older);
        }
    }

    /** Returns a message about wrong ids; empty if the ids are correct. */
    String refusal() {
        return Stream.of(measured(), warmUp())
                .map(this::refusal)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private String refusal(Part part) {
        if (!part.refused() && !part.doubtful()) {
            return "";
        }
        IdFinding finding = IdFinding.of(journals, quoting.model().get(), part.warmUp);
        boolean others = finding.share() >= NEARLY_ALL && finding.asSent() < 1 - NOTABLE;
        if (!part.refused() && !others) {
            return "";
        }
        String clocks = journals.manifest().scheduled() ? "" : CLOCKS;
        return part.counted() + " " + (finding.words().isEmpty() ? IdFinding.TAG : finding.words()) + clocks;
    }

    private Part measured() {
        long unexplained = sum(Count.UNEXPLAINED) - sum(Count.UNEXPLAINED_BEFORE_MEASURED);
        long regressed = sum(Count.REGRESSED);
        long duplicate = sum(Count.DUPLICATE) - sum(Count.ONLY_DELETES);
        long all = sum(Count.MATCHED) + duplicate + regressed + unexplained;
        return new Part("of the measured part", false, all, unexplained, regressed);
    }

    private Part warmUp() {
        long unexplained = sum(Count.UNEXPLAINED_BEFORE_MEASURED);
        return new Part("of the warm-up", true, sum(Count.INITIAL_BEFORE_MEASURED) + unexplained, unexplained, 0);
    }

    private long sum(Count kind) {
        return SessionTally.sum(tallies, kind);
    }
}
