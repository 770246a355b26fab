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

/** All journals of a run, played as often as somebody listens. */
public record RunJournals(RunDirectory directory, RunManifest manifest, long uncertaintyNs) {

    /** Plays warm-up and measurement once, and says how each journal was found. */
    public List<JournalState> play(DueTicks model, JournalMerge.Listener listener) {
        return play(model, SessionGroup.all(manifest.sessions().size()), listener);
    }

    /** Likewise, with some of the sessions; the journals of the ticks come first, then those of the sessions. */
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
            inputs.addAll(sessions);
            ClockTranslation clients = manifest.translation(Role.CLIENTS);
            new JournalMerge(warmUp, ticks, sessions, clients, uncertaintyNs, model, listener).run();
            return inputs.stream().map(JournalInput::state).toList();
        } finally {
            inputs.forEach(JournalInput::close);
        }
    }

    /** Bytes of a session's journal, by position in the plan: about how much there is to match; 0 where that is not known. */
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

    private boolean hasWarmUp() {
        return manifest.warmUp().ticks() > 0 || Files.exists(directory.warmUp());
    }
}
