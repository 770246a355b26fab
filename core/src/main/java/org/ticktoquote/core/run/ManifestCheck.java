package org.ticktoquote.core.run;

import java.util.List;
import java.util.Set;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;

/** Finds impossible values in a manifest. Each mistake names the member of {@code run.json}, its value and the expectation. */
final class ManifestCheck extends MemberCheck {
    private static final double FASTEST = 1e9;
    private static final int MAX_SESSIONS = 1 << 20;
    private static final int MAX_INSTRUMENTS = 0xffff;
    /** A price of a million, in units of 1e-9. */
    private static final long MAX_PRICE = 1_000_000_000_000_000L;

    private static final double MAX_TOLERANCE = 1_000;
    /** Maximum number of entries per pair that the options allow. */
    private static final int MAX_ENTRIES_PER_PAIR = 1 << 24;

    private static final double MAX_DISTURBED = 1e15;
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

    static List<String> problems(RunManifest manifest) {
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
                .forEach((rule, value) -> check.within("disturbances." + rule, value, 0, MAX_DISTURBED));
        check.clocks(manifest.time().clocks());
        manifest.time().translations().forEach(check::translation);
        return check.problems();
    }

    private void replay(RunManifest.Replay replay) {
        require(
                replay.speed() > 0 && replay.speed() <= FASTEST,
                "replay.speed",
                replay.speed(),
                "above 0, at most 1e9");
        within("replay.ticks", replay.ticks(), 0, MAX_TICKS);
        within("replay.sendErrors", replay.sendErrors(), 0, MAX_TICKS);
        within("replay.fromNs", replay.fromNs(), -MAX_NS, MAX_NS);
        within("replay.toNs", replay.toNs(), -MAX_NS, MAX_NS);
        require(replay.toNs() >= replay.fromNs(), "replay.toNs", replay.toNs(), "replay.fromNs or later");
        within("replay.t0Ns", replay.t0Ns(), 0, MAX_NS);
        within("replay.drainDeadlineNs", replay.drainDeadlineNs(), 0, MAX_NS);
    }

    private void recording(RunManifest.Recording recording) {
        within("recording.announcementNs", recording.announcementNs(), -MAX_NS, MAX_NS);
        within("number of recording.instruments", recording.instruments().size(), 0, MAX_INSTRUMENTS);
        for (int i = 0; i < recording.instruments().size(); i++) {
            Instrument instrument = recording.instruments().get(i);
            String name = "recording.instruments[" + i + "].";
            within(name + "id", instrument.id(), i, i);
            within(name + "tickSize", instrument.tickSize(), 1, MAX_PRICE);
            within(name + "pip", instrument.pip(), 1, MAX_PRICE);
        }
    }

    private void sessions(List<SessionPlan> sessions, int instruments) {
        within("number of sessions", sessions.size(), 0, MAX_SESSIONS);
        for (int i = 0; i < sessions.size(); i++) {
            SessionPlan session = sessions.get(i);
            within("sessions[" + i + "].index", session.index(), i, i);
            within("sessions[" + i + "].tier", session.tier(), 0, ApplicationModel.MAX_TIERS - 1);
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
        require(
                powerOfTwo && number > 0 && number <= MAX_ENTRIES_PER_PAIR,
                member,
                number,
                "a power of two up to " + MAX_ENTRIES_PER_PAIR);
    }

    private void model(ApplicationModel model) {
        oneOf("model.composite", model.composite(), Set.of(ApplicationModel.SINGLE, ApplicationModel.BEST_OF_VENUES));
        within("model.staleAfterNs", model.staleAfterNs(), 0, MAX_NS);
        long tiers = model.halfSpreadTenthPips().size();
        within("number of model.halfSpreadTenthPips", tiers, 1, ApplicationModel.MAX_TIERS);
        each("model.halfSpreadTenthPips", model.halfSpreadTenthPips(), 0, ApplicationModel.MAX_TENTH_PIPS);
        within(
                "model.skewTenthPips",
                model.skewTenthPips(),
                -ApplicationModel.MAX_TENTH_PIPS,
                ApplicationModel.MAX_TENTH_PIPS);
    }

    private void conflation(Conflation conflation) {
        oneOf(
                "conflation.policy",
                conflation.policy(),
                Set.of(Conflation.NONE, Conflation.INTERVAL, Conflation.UNKNOWN));
        within("conflation.intervalNs", conflation.intervalNs(), 0, MAX_NS);
    }

    private void annual(AnnualHours annual) {
        oneOf("annual.base", annual.base(), AnnualHours.BASES);
        within("annual.hoursPerYear", annual.hoursPerYear(), 0, AnnualHours.MAX_HOURS);
    }

    private void warmUp(RunManifest.WarmUp warmUp) {
        within("warmUp.ticks", warmUp.ticks(), 0, MAX_TICKS);
        within("warmUp.burstRate", warmUp.burstRate(), 0, FASTEST);
        within("warmUp.tolerance", warmUp.tolerance(), 0, MAX_TOLERANCE);
        each("warmUp.blockMedianNs", warmUp.blockMedianNs(), -MAX_NS, MAX_NS);
        each("warmUp.blockTailNs", warmUp.blockTailNs(), -MAX_NS, MAX_NS);
        each("warmUp.blockBacklog", warmUp.blockBacklog(), 0, MAX_TICKS);
        within("warmUp.answersAfter", warmUp.answersAfter(), 0, MAX_TICKS);
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
            within(name + "endedNs", process.endedNs(), 0, MAX_NS);
        }
    }

    private void clocks(List<ClockPair> clocks) {
        require(!clocks.isEmpty(), "clocks", "[]", "at least one pair");
        for (int i = 0; i < clocks.size(); i++) {
            within("clocks[" + i + "].monotonicNs", clocks.get(i).monotonicNs(), 0, MAX_NS);
            within("clocks[" + i + "].realtimeNs", clocks.get(i).realtimeNs(), 0, MAX_NS);
            within("clocks[" + i + "].uncertaintyNs", clocks.get(i).uncertaintyNs(), 0, MAX_NS);
        }
    }

    private void translation(String role, ClockTranslation translation) {
        if (!Role.isCapture(role)) {
            oneOf("role of a translation", role, Set.of(Role.HARNESS, Role.REPLAYER, Role.CLIENTS, Role.APPLICATION));
        }
        for (int i = 0; i < translation.points().size(); i++) {
            ClockTranslation.Point point = translation.points().get(i);
            String name = "translations." + role + ".points[" + i + "].";
            within(name + "readingNs", point.readingNs(), 0, MAX_NS);
            within(name + "runNs", point.runNs(), -MAX_NS, MAX_NS);
            within(name + "boundNs", point.boundNs(), 0, MAX_NS);
        }
    }
}
