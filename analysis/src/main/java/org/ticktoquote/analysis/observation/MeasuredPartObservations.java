package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.DurationText;

/** Observes the harness over the whole measured part. */
public final class MeasuredPartObservations {
    private static final long WHOLE_NS = TimeUnit.SECONDS.toNanos(1);

    private MeasuredPartObservations() {}

    /**
     * Returns all observations in a fixed order, including those without a finding.
     *
     * @param lost ticks x sessions without an answer when the clients stopped
     */
    public static List<Observation> of(MeasuredPart part, long lost) {
        ObservationList found = new ObservationList();
        found.count(Rule.DRAIN_TOO_SHORT, part.drain().answeredLate(), drain(part.drain(), lost));
        return found.all();
    }

    private static String drain(DrainFigures drain, long lost) {
        String sufficient = TimeUnit.NANOSECONDS.toSeconds(drain.neededNs() + WHOLE_NS - 1) + "s";
        String open = lost == 0
                ? "."
                : " for these. Unanswered when the clients stopped, and not charged to the application: " + lost + ".";
        return drain.answeredLate() + " due ticks x sessions were answered after the drain of "
                + DurationText.format(drain.drainNs()) + ". --drain " + sufficient + " would have sufficed" + open;
    }
}
