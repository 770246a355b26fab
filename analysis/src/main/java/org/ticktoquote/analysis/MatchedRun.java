package org.ticktoquote.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.matching.JournalInput;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.WarmUp;
import org.ticktoquote.analysis.measures.RunMeasures;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.observation.ClockObservations;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * A run whose journals were matched and measured.
 *
 * @param results of every tick; closed with this
 * @param measures over them
 * @param tallies of the sessions, in the manifest's order
 * @param journals as they were found
 */
record MatchedRun(TickResults results, RunMeasures measures, List<SessionTally> tallies, List<JournalState> journals)
        implements AutoCloseable {

    static MatchedRun of(RunDirectory directory, RunManifest manifest) {
        MatchPlan plan = MatchPlan.of(manifest, ClockObservations.uncertaintyNs(manifest));
        Distribution quoteAge =
                new Distribution(Latency.QUOTE_AGE.field(), Latency.QUOTE_AGE.label(), plan.uncertaintyNs());
        TickResults results = TickResults.create(
                directory.path().resolve("tick-results.bin"),
                manifest.sessions().size());
        try {
            Matcher matcher = new Matcher(plan, results, quoteAge::record);
            List<JournalState> journals = play(directory, manifest, plan, matcher);
            matcher.finish();
            RunMeasures measures =
                    RunMeasures.of(results, quoteAge, plan, manifest.model().known());
            results.complete();
            return new MatchedRun(results, measures, matcher.tallies(), journals);
        } catch (RuntimeException e) {
            results.close();
            throw e;
        }
    }

    private static List<JournalState> play(
            RunDirectory directory, RunManifest manifest, MatchPlan plan, Matcher matcher) {
        DueTicks model = new DueTicks(
                manifest.model(),
                manifest.recording().instruments(),
                manifest.recording().venues().size());
        List<JournalState> states = new ArrayList<>();
        if (manifest.warmUp().ticks() > 0 || Files.exists(directory.warmUp())) {
            try (JournalInput warmUp = JournalInput.open(directory.warmUp(), TickRecord.SCHEMA)) {
                WarmUp.play(warmUp, model, matcher);
                states.add(warmUp.state());
            }
        }
        JournalInput ticks = JournalInput.open(directory.ticks(), TickRecord.SCHEMA);
        List<JournalInput> sessions = manifest.sessions().stream()
                .map(SessionPlan::index)
                .map(directory::quotes)
                .map(MatchedRun::quotes)
                .toList();
        try {
            new JournalMerge(ticks, sessions, plan.uncertaintyNs(), model, matcher).run();
            Stream.concat(Stream.of(ticks), sessions.stream())
                    .map(JournalInput::state)
                    .forEach(states::add);
        } finally {
            ticks.close();
            sessions.forEach(JournalInput::close);
        }
        return states;
    }

    private static JournalInput quotes(Path file) {
        return JournalInput.open(file, SnapshotRecord.SCHEMA);
    }

    @Override
    public void close() {
        results.close();
    }
}
