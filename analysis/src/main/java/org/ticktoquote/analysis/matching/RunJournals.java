package org.ticktoquote.analysis.matching;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** All journals of a run; can be replayed any number of times. */
public record RunJournals(RunDirectory directory, RunManifest manifest, long uncertaintyNs) {

    /** Replays warm-up and measurement once and returns the state of each journal. */
    public List<JournalState> play(DueTicks model, JournalMerge.Listener listener) {
        return play(model, SessionGroup.all(manifest.sessions().size()), listener);
    }

    /** Replays some of the sessions. The result lists the tick journals first, then the session journals. */
    public List<JournalState> play(DueTicks model, SessionGroup group, JournalMerge.Listener listener) {
        List<JournalInput> inputs = new ArrayList<>();
        try {
            @Nullable
            JournalInput warmUp =
                    hasWarmUp() ? JournalInput.open(directory.warmUp(), TickRecord.SCHEMA, manifest.identity()) : null;
            if (warmUp != null) {
                inputs.add(warmUp);
            }
            JournalInput ticks = JournalInput.open(directory.ticks(), TickRecord.SCHEMA, manifest.identity());
            inputs.add(ticks);
            List<JournalInput> sessions = group.sessions().stream()
                    .map(manifest.sessions()::get)
                    .map(session -> JournalInput.open(
                            directory.quotes(session.index()), SnapshotRecord.SCHEMA, manifest.identity()))
                    .toList();
            PriceGaps gaps = manifest.scheduled() ? subscriptions() : gaps(inputs);
            inputs.addAll(sessions);
            ClockTranslation clients = manifest.translation(Role.CLIENTS);
            new JournalMerge(warmUp, ticks, sessions, clients, uncertaintyNs, model, gaps, listener).run();
            return inputs.stream().map(JournalInput::state).toList();
        } finally {
            inputs.forEach(JournalInput::close);
        }
    }

    /**
     * Returns the size in bytes of a session's journal as an estimate of its work; 0 if unknown.
     *
     * @param session position in the plan
     */
    public long bytes(int session) {
        Path first = directory.quotes(manifest.sessions().get(session).index());
        try (Stream<Path> files = Files.list(directory.path())) {
            return files.filter(file -> file.toString().startsWith(first.toString()))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private boolean hasGaps() {
        return manifest.declared().model().known()
                && manifest.observed().host().containsKey(RunManifest.PRICE_GAPS_FACT);
    }

    private PriceGaps gaps(List<JournalInput> inputs) {
        if (!hasGaps()) {
            return PriceGaps.none(true);
        }
        JournalInput input = JournalInput.open(directory.priceGaps(), TickRecord.PRICE_GAPS, manifest.identity());
        inputs.add(input);
        return PriceGaps.read(input);
    }

    /** Returns the periods of a replay by FIX venues without a known price, if prices are compared. */
    private PriceGaps subscriptions() {
        boolean ofVenues =
                manifest.observed().host().keySet().stream().anyMatch(fact -> fact.startsWith(RunManifest.VENUE_FACT));
        if (!ofVenues || !manifest.declared().model().known()) {
            return PriceGaps.none(false);
        }
        try (JournalInput warmUp = JournalInput.open(directory.warmUp(), TickRecord.SCHEMA, manifest.identity());
                JournalInput ticks = JournalInput.open(directory.ticks(), TickRecord.SCHEMA, manifest.identity())) {
            return PriceGaps.ofSubscriptions(List.of(warmUp, ticks));
        }
    }

    private boolean hasWarmUp() {
        return manifest.warmUp().ticks() > 0 || Files.exists(directory.warmUp());
    }
}
