package org.ticktoquote.core.run;

import java.util.List;
import java.util.Set;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;

/** Finds values that no run can have. Each mistake names the member of {@code run.json}, its value and what is expected. */
final class ManifestCheck extends MemberCheck {
    private static final double FASTEST = 1e9;
    private static final int MOST_SESSIONS = 1 << 20;
    private static final int MOST_INSTRUMENTS = 0xffff;
    /** A price of a million, in units of 1e-9. */
    private static final long MOST_PRICE = 1_000_000_000_000_000L;

    private static final double WIDEST_TOLERANCE = 1_000;
    /** Most entries per pair that the options allow. */
    private static final int MOST_KEPT = 1 << 24;

    private static final double MOST_DISTURBED = 1e15;
    private static final Set<String> STATES =
            Set.of(RunManifest.PLANNED, RunManifest.COMPLETE, RunManifest.INTERRUPTED, RunManifest.FAILED);
    private static final Set<String> ENDS = Set.of(
            ProcessEnd.RUNNING,
            ProcessEnd.NORMAL,
            ProcessEnd.FAILED,
            ProcessEnd.KILLED,
            ProcessEnd.HUNG,
            ProcessEnd.ATTACHED,
            ProcessEnd.LOST);
    private static final Set<String> PROFILES = Set.of("dev", "lab");
    private static final Set<String> CRITERIA = Set.of("blocks", "median", "tail", "backlog");

    private ManifestCheck() {
        super("");
    }

    static List<String> mistakes(RunManifest manifest) {
        ManifestCheck check = new ManifestCheck();
        check.oneOf("state", manifest.about().state(), STATES);
        check.oneOf("profile", manifest.about().profile(), PROFILES);
        check.oneOf("source", manifest.about().source(), Set.of(RunManifest.REPLAY, RunManifest.WIRE));
        check.replay(manifest.replay());
        check.recording(manifest.recording());
        check.sessions(manifest.sessions(), manifest.recording().instruments().size());
        check.matching(manifest.declared().matching());
        check.conflation(manifest.declared().conflation());
        check.model(manifest.declared().model());
        check.annual(manifest.declared().annual());
        check.warmUp(manifest.warmUp());
        check.processes(manifest.observed().processes());
        manifest.observed()
                .disturbances()
                .forEach((rule, value) -> check.within("disturbances." + rule, value, 0, MOST_DISTURBED));
        check.clocks(manifest.time().clocks());
        manifest.time().translations().forEach(check::translation);
        return check.mistakes();
    }

    private void replay(RunManifest.Replay replay) {
        require(replay.speed() > 0 && replay.speed() <= FASTEST, "replay.speed", replay.speed(), "above 0 up to 1e9");
        within("replay.ticks", replay.ticks(), 0, MOST_TICKS);
        within("replay.sendErrors", replay.sendErrors(), 0, MOST_TICKS);
        within("replay.fromNs", replay.fromNs(), -LONGEST_NS, LONGEST_NS);
        within("replay.toNs", replay.toNs(), -LONGEST_NS, LONGEST_NS);
        require(replay.toNs() >= replay.fromNs(), "replay.toNs", replay.toNs(), "replay.fromNs and more");
        within("replay.t0Ns", replay.t0Ns(), 0, LONGEST_NS);
        within("replay.drainDeadlineNs", replay.drainDeadlineNs(), 0, LONGEST_NS);
    }

    private void recording(RunManifest.Recording recording) {
        within("recording.announcementNs", recording.announcementNs(), -LONGEST_NS, LONGEST_NS);
        within("recording.instruments: their number", recording.instruments().size(), 0, MOST_INSTRUMENTS);
        for (int i = 0; i < recording.instruments().size(); i++) {
            Instrument instrument = recording.instruments().get(i);
            String name = "recording.instruments[" + i + "].";
            within(name + "id", instrument.id(), i, i);
            within(name + "tickSize", instrument.tickSize(), 1, MOST_PRICE);
            within(name + "pip", instrument.pip(), 1, MOST_PRICE);
        }
    }

    private void sessions(List<SessionPlan> sessions, int instruments) {
        within("sessions: their number", sessions.size(), 0, MOST_SESSIONS);
        for (int i = 0; i < sessions.size(); i++) {
            SessionPlan session = sessions.get(i);
            within("sessions[" + i + "].index", session.index(), i, i);
            within("sessions[" + i + "].tier", session.tier(), 0, ApplicationModel.MOST_TIERS - 1);
            each("sessions[" + i + "].instruments", session.instruments(), 0, instruments - 1L);
        }
    }

    private void matching(Matching matching) {
        oneOf("matching.by", matching.by(), Set.of(Matching.BY_ID, Matching.BY_PRICE));
        oneOf("matching.quoting", matching.quoting(), Set.of(Matching.DECLARED, Matching.LEARNED));
        oneOf("matching.venueOrder", matching.venueOrder(), Set.of(Matching.TOTAL, Matching.PER_VENUE));
        within("matching.tag", matching.tag(), 0, 99_999);
        kept("matching.limits.openSnapshots", matching.limits().openSnapshots());
        kept("matching.limits.rememberedPrices", matching.limits().rememberedPrices());
    }

    private void kept(String member, int number) {
        boolean powerOfTwo = Integer.bitCount(number) == 1;
        require(powerOfTwo && number > 0 && number <= MOST_KEPT, member, number, "a power of two up to " + MOST_KEPT);
    }

    private void model(ApplicationModel model) {
        oneOf("model.composite", model.composite(), Set.of(ApplicationModel.SINGLE, ApplicationModel.BEST_OF_VENUES));
        within("model.staleAfterNs", model.staleAfterNs(), 0, LONGEST_NS);
        long tiers = model.halfSpreadTenthPips().size();
        within("model.halfSpreadTenthPips: their number", tiers, 1, ApplicationModel.MOST_TIERS);
        each("model.halfSpreadTenthPips", model.halfSpreadTenthPips(), 0, ApplicationModel.WIDEST_TENTH_PIPS);
        within(
                "model.skewTenthPips",
                model.skewTenthPips(),
                -ApplicationModel.WIDEST_TENTH_PIPS,
                ApplicationModel.WIDEST_TENTH_PIPS);
    }

    private void conflation(Conflation conflation) {
        oneOf(
                "conflation.policy",
                conflation.policy(),
                Set.of(Conflation.NONE, Conflation.INTERVAL, Conflation.UNKNOWN));
        within("conflation.intervalNs", conflation.intervalNs(), 0, LONGEST_NS);
    }

    private void annual(AnnualHours annual) {
        oneOf("annual.base", annual.base(), AnnualHours.BASES);
        within("annual.hoursPerYear", annual.hoursPerYear(), 0, AnnualHours.MOST_HOURS);
    }

    private void warmUp(RunManifest.WarmUp warmUp) {
        within("warmUp.ticks", warmUp.ticks(), 0, MOST_TICKS);
        within("warmUp.burstRate", warmUp.burstRate(), 0, FASTEST);
        within("warmUp.tolerance", warmUp.tolerance(), 0, WIDEST_TOLERANCE);
        each("warmUp.blockMedianNs", warmUp.blockMedianNs(), -LONGEST_NS, LONGEST_NS);
        each("warmUp.blockTailNs", warmUp.blockTailNs(), -LONGEST_NS, LONGEST_NS);
        each("warmUp.blockBacklog", warmUp.blockBacklog(), 0, MOST_TICKS);
        within("warmUp.answersAfter", warmUp.answersAfter(), 0, MOST_TICKS);
        for (int i = 0; i < warmUp.unsteady().size(); i++) {
            oneOf("warmUp.unsteady[" + i + "]", warmUp.unsteady().get(i), CRITERIA);
        }
    }

    private void processes(List<ProcessEnd> processes) {
        for (int i = 0; i < processes.size(); i++) {
            ProcessEnd process = processes.get(i);
            String name = "processes[" + i + "].";
            oneOf(name + "end", process.end(), ENDS);
            within(name + "pid", process.pid(), 0, Integer.MAX_VALUE);
            within(name + "exitStatus", process.exitStatus(), -1, 255);
            within(name + "endedNs", process.endedNs(), 0, LONGEST_NS);
        }
    }

    private void clocks(List<ClockPair> clocks) {
        require(!clocks.isEmpty(), "clocks", "[]", "at least one pair");
        for (int i = 0; i < clocks.size(); i++) {
            within("clocks[" + i + "].monotonicNs", clocks.get(i).monotonicNs(), 0, LONGEST_NS);
            within("clocks[" + i + "].realtimeNs", clocks.get(i).realtimeNs(), 0, LONGEST_NS);
            within("clocks[" + i + "].uncertaintyNs", clocks.get(i).uncertaintyNs(), 0, LONGEST_NS);
        }
    }

    private void translation(String role, ClockTranslation translation) {
        if (!Role.isCapture(role)) {
            oneOf("translations: the role", role, Set.of(Role.HARNESS, Role.REPLAYER, Role.CLIENTS, Role.APPLICATION));
        }
        for (int i = 0; i < translation.points().size(); i++) {
            ClockTranslation.Point point = translation.points().get(i);
            String name = "translations." + role + ".points[" + i + "].";
            within(name + "readingNs", point.readingNs(), 0, LONGEST_NS);
            within(name + "runNs", point.runNs(), -LONGEST_NS, LONGEST_NS);
            within(name + "boundNs", point.boundNs(), 0, LONGEST_NS);
        }
    }
}
