package org.ticktoquote.analysis.wire;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** Joins the quotes of a run with the quotes of its capture by session, MsgSeqNum and pair. Not thread-safe. */
final class WireQuotes {
    private static final long NONE = Long.MIN_VALUE;
    private static final long SEVERAL = Long.MIN_VALUE + 1;
    private static final int INSTRUMENT_BITS = 16;

    private final RunManifest manifest;
    private final RunManifest captured;
    private final WirePlacement placement;
    private final WireRow beforeReceived;
    private final List<String> notes = new ArrayList<>();
    private long both;
    private long missing;
    private long ambiguous;

    WireQuotes(RunManifest manifest, RunManifest captured, WirePlacement placement, WireRow beforeReceived) {
        this.manifest = manifest;
        this.captured = captured;
        this.placement = placement;
        this.beforeReceived = beforeReceived;
    }

    /** Joins the quotes of the measured part. */
    WireFigures.Joined join(RunDirectory run, RunDirectory wire) {
        int[] instruments = instruments();
        for (SessionPlan session : manifest.sessions()) {
            Optional<SessionPlan> same = sameSession(session);
            if (same.isEmpty()) {
                notes.add("session " + session.name() + " is not in the capture");
            }
            Long2LongHashMap times = same.map(found -> times(wire.quotes(found.index()), instruments))
                    .orElseGet(() -> new Long2LongHashMap(NONE));
            join(run.quotes(session.index()), times);
        }
        return new WireFigures.Joined(both, missing, ambiguous);
    }

    List<String> notes() {
        return notes;
    }

    /** Finds a session in the capture by its CompID, which can differ from the session's name in the run. */
    private Optional<SessionPlan> sameSession(SessionPlan session) {
        String compId = manifest.observed()
                .host()
                .getOrDefault(CaptureFacts.COMP_ID + session.index(), session.name())
                .toLowerCase(Locale.ROOT);
        List<SessionPlan> found = captured.sessions().stream()
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(compId))
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Maps the capture's instrument ids to the run's. */
    private int[] instruments() {
        Map<String, Integer> ids = new HashMap<>();
        manifest.recording().instruments().forEach(each -> ids.put(plain(each), each.id()));
        return captured.recording().instruments().stream()
                .mapToInt(each -> ids.getOrDefault(plain(each), SnapshotRecord.NO_INSTRUMENT))
                .toArray();
    }

    private static String plain(Instrument instrument) {
        return instrument.symbol().replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    private static long key(long sequence, int instrument) {
        return sequence << INSTRUMENT_BITS | instrument;
    }

    /** Returns the wire time of each price of a session. A repeated sequence number, as after a reset, is ambiguous. */
    private Long2LongHashMap times(Path journal, int[] instruments) {
        Long2LongHashMap times = new Long2LongHashMap(NONE);
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA, captured.identity())) {
            SnapshotRecord price = new SnapshotRecord(reader.buffer(), 0);
            while (reader.next()) {
                price.wrap(reader);
                boolean counts = price.kind() == SnapshotRecord.SNAPSHOT || price.namesTickWithoutBook();
                if (counts && price.instrumentId() < instruments.length) {
                    long key = key(price.messageSequence(), instruments[price.instrumentId()]);
                    long before = times.put(key, price.receivedNs());
                    if (before != NONE && before != price.receivedNs()) {
                        times.put(key, SEVERAL);
                    }
                }
            }
        }
        return times;
    }

    private void join(Path journal, Long2LongHashMap times) {
        if (!Files.exists(journal)) {
            return;
        }
        ClockTranslation clients = manifest.translation(Role.CLIENTS);
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord price = new SnapshotRecord(reader.buffer(), 0, clients);
            while (reader.next()) {
                price.wrap(reader);
                if (price.kind() == SnapshotRecord.SNAPSHOT
                        && price.receivedNs() >= manifest.replay().t0Ns()) {
                    join(price, times.get(key(price.messageSequence(), price.instrumentId())));
                }
            }
        }
    }

    private void join(SnapshotRecord price, long wireNs) {
        if (wireNs == NONE) {
            missing++;
        } else if (wireNs == SEVERAL) {
            ambiguous++;
        } else {
            both++;
            beforeReceived.record(price.receivedNs() - placement.toRun(wireNs));
        }
    }
}
