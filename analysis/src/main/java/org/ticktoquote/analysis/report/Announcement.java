package org.ticktoquote.analysis.report;

import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.report.Figures;

/**
 * Time of the news announcement in a recording, T0.
 *
 * @param ns venue time, ns since 1970-01-01 UTC; 0 if there is none
 */
record Announcement(long ns) {
    private static final double NS_PER_S = 1e9;

    static Announcement of(RunManifest manifest) {
        return new Announcement(manifest.recording().announcementNs());
    }

    boolean known() {
        return ns != 0;
    }

    /** Formats the offset of a venue time from T0, to the millisecond: {@code T0-5 s}. */
    String distance(long venueTimeNs) {
        double seconds = Math.round((venueTimeNs - ns) / 1e6) / 1e3;
        return "T0" + (seconds < 0 ? "" : "+") + Figures.number(seconds) + " s";
    }

    /** Returns the run time in seconds at which the announcement was replayed; empty if it is outside the window. */
    String runSeconds(RunManifest manifest) {
        RunManifest.Replay replay = manifest.replay();
        TurnSchedule turns = manifest.turns();
        double offsetNs = (ns - replay.fromNs()) / replay.speed();
        boolean within = known() && ns >= replay.fromNs() && ns < replay.toNs();
        return within ? Figures.number((turns == null ? offsetNs : turns.sentNs((long) offsetNs)) / NS_PER_S) : "";
    }
}
