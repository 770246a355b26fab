package org.ticktoquote.analysis.matching;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ticktoquote.analysis.matching.VenueOrderOracleTest.Snapshot;
import org.ticktoquote.analysis.matching.VenueOrderOracleTest.Tick;

/** Exhaustive search of all possible behaviours of an application with per-venue tick order. */
final class VenueExplanations {
    private static final long NEVER = Long.MAX_VALUE;

    private VenueExplanations() {}

    /** Returns the answer times of the ticks for each explanation. Snapshots and ticks must be in order. */
    static List<List<Long>> of(List<Snapshot> snapshots, List<Tick> ticks, int venues) {
        List<List<Long>> all = new ArrayList<>();
        all.add(new ArrayList<>(Collections.nCopies(ticks.size(), NEVER)));
        for (int venue = 0; venue < venues; venue++) {
            int own = venue;
            List<Tick> ofVenue =
                    ticks.stream().filter(tick -> tick.venue() == own).toList();
            List<List<Long>> shown = new ArrayList<>();
            extend(new ArrayList<>(), snapshots, ofVenue, shown);
            List<List<Long>> more = new ArrayList<>();
            for (List<Long> before : all) {
                for (List<Long> each : shown) {
                    more.add(answered(before, each, snapshots, ofVenue));
                }
            }
            all = more;
        }
        return all;
    }

    /** Newest tick of a venue in each snapshot: never decreasing, never before it was sent, and equal to a named tick. */
    private static void extend(List<Long> shown, List<Snapshot> snapshots, List<Tick> ticks, List<List<Long>> into) {
        if (shown.size() == snapshots.size()) {
            into.add(List.copyOf(shown));
            return;
        }
        Snapshot next = snapshots.get(shown.size());
        long before = shown.isEmpty() ? 0 : shown.get(shown.size() - 1);
        List<Long> choices = new ArrayList<>(List.of(before));
        ticks.stream()
                .filter(tick -> tick.id() > before && tick.sentNs() <= next.receivedNs())
                .forEach(tick -> choices.add(tick.id()));
        boolean named = ticks.stream().anyMatch(tick -> tick.id() == next.id());
        for (long choice : choices) {
            if (!named || next.id() == choice) {
                shown.add(choice);
                extend(shown, snapshots, ticks, into);
                shown.remove(shown.size() - 1);
            }
        }
    }

    private static List<Long> answered(
            List<Long> before, List<Long> shown, List<Snapshot> snapshots, List<Tick> ticks) {
        List<Long> answers = new ArrayList<>(before);
        for (Tick tick : ticks) {
            for (int i = shown.size() - 1; i >= 0 && shown.get(i) >= tick.id(); i--) {
                answers.set((int) tick.id() - 1, snapshots.get(i).receivedNs());
            }
        }
        return answers;
    }
}
