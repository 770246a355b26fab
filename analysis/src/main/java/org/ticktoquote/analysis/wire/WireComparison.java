package org.ticktoquote.analysis.wire;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.collections.Long2LongHashMap;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.observation.Observations;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Joins a run with the run made from its capture, tick by tick and quote by quote. Both must have been analysed. Not
 * thread-safe.
 */
public final class WireComparison {
    private static final long NOT_CAPTURED = -1;
    private static final long AMBIGUOUS = -2;

    private final RunDirectory run;
    private final RunManifest manifest;
    private final RunDirectory wire;
    private final RunManifest captured;
    private final WirePlacement placement;
    /** Positions of the run's sessions with the CompID of each session of the capture; usually one. */
    private final int[][] ownSessions;

    private final WireRow response;
    private final WireRow wireResponse;
    private final WireRow service;
    private final WireRow wireService;
    private final WireRow afterSent;
    private final WireRow beforeReceived;
    private final WireRow added;

    private WireComparison(RunDirectory run, RunManifest manifest, RunManifest captured) {
        this.run = run;
        this.manifest = manifest;
        this.wire = run.wire();
        this.captured = captured;
        this.placement = WirePlacement.of(manifest, captured);
        this.ownSessions = captured.sessions().stream().map(this::ownSessions).toArray(int[][]::new);
        long boundNs = placement.boundNs();
        this.response = new WireRow("response at the last client", 0);
        this.wireResponse = new WireRow("response at the last client (wire)", boundNs);
        this.service = new WireRow("service at the last client", 0);
        this.wireService = new WireRow("service at the last client (wire)", 0);
        this.afterSent = new WireRow("wire tick - sent", boundNs);
        this.beforeReceived = new WireRow("received - wire quote", boundNs);
        this.added = new WireRow("service - service (wire), per tick", 2 * boundNs);
    }

    private int[] ownSessions(SessionPlan onWire) {
        List<SessionPlan> own = manifest.sessions();
        return IntStream.range(0, own.size())
                .filter(session -> compId(manifest, own.get(session)).equalsIgnoreCase(onWire.name()))
                .toArray();
    }

    private static String compId(RunManifest manifest, SessionPlan session) {
        return manifest.observed().host().getOrDefault(CaptureFacts.COMP_ID + session.index(), session.name());
    }

    public static boolean isOf(RunDirectory run) {
        return Files.isRegularFile(run.wire().manifest());
    }

    /**
     * Computes the figures of a run with a capture and writes them to {@code wire.json}.
     *
     * @param onWire findings on the run made from the capture; if it is VOID, the figures have its reason and no rows
     */
    public static WireFigures write(RunDirectory run, RunManifest manifest, Summary.Findings onWire) {
        RunManifest captured = RunManifest.read(run.wire().manifest());
        WireFigures figures = new WireComparison(run, manifest, captured).figures(onWire);
        figures.write(run.wireFigures());
        return figures;
    }

    private WireFigures figures(Summary.Findings onWire) {
        WireFigures.Joined ticks = ticks();
        WireQuotes quotes = new WireQuotes(manifest, captured, placement, beforeReceived);
        WireFigures.Joined joined = quotes.join(run, wire);
        boolean contradicted = afterSent.beyondBound() + beforeReceived.beyondBound() > 0;
        List<String> notes = new ArrayList<>(quotes.notes());
        Stream<WireRow> rows = Stream.of();
        if (onWire.validity() == Verdict.VOID) {
            notes.add("the run of the capture is VOID, so none of its latencies are shown: "
                    + onWire.reasons().get(0).text());
        } else {
            notes.addAll(clockNotes(contradicted));
            notes.addAll(captureNotes());
            rows = rows(quotes.complete(), placement.known() || !contradicted);
        }
        return new WireFigures(
                WireFigures.FORMAT_VERSION,
                manifest.identity(),
                captured.recording().path(),
                captured.observed().host().getOrDefault(RunManifest.WIRE_FACT + "stamps", ""),
                placement.words(),
                placement.boundNs(),
                ticks,
                joined,
                rows.map(WireRow::row).toList(),
                notes);
    }

    /**
     * Returns the rows to show: those with values.
     *
     * @param complete true if the capture has every quoted session of the run; otherwise the last clients can differ
     * @param comparable true if times of the capture and of the run can be compared
     */
    private Stream<WireRow> rows(boolean complete, boolean comparable) {
        Stream<WireRow> lastClients = !complete
                ? Stream.of()
                : comparable
                        ? Stream.of(response, wireResponse, service, wireService, added)
                        : Stream.of(service, wireService, added);
        Stream<WireRow> ends = comparable ? Stream.of(beforeReceived, afterSent) : Stream.of();
        return Stream.concat(lastClients, ends).filter(WireRow::hasValues);
    }

    private List<String> captureNotes() {
        List<String> notes = new ArrayList<>();
        if (placement.ofSeveralHosts()) {
            notes.add(
                    "the capture combines several hosts: service (wire) can be wrong by the difference of their clocks");
        }
        captured.observed().disturbances().entrySet().stream()
                .filter(lack -> lack.getValue() > 0)
                .map(lack -> Observations.disturbance(
                        lack.getKey(), lack.getValue(), captured.observed().host()))
                .forEach(notes::add);
        return notes;
    }

    private WireFigures.Joined ticks() {
        long missing = 0;
        long ambiguous = 0;
        long both = 0;
        try (TickResults own = TickResults.open(run.tickResults(), manifest.identity());
                TickResults onWire = TickResults.open(wire.tickResults(), captured.identity())) {
            Long2LongHashMap ids = wireTickIds();
            for (long id = 1; id <= own.ticks(); id++) {
                long wireId = ids.get(id);
                if (wireId == NOT_CAPTURED) {
                    missing++;
                } else if (wireId == AMBIGUOUS) {
                    ambiguous++;
                } else {
                    both++;
                    tick(own, id, onWire, wireId);
                }
            }
            return new WireFigures.Joined(both, missing, ambiguous);
        }
    }

    private void tick(TickResults own, long id, TickResults onWire, long wireId) {
        long sentNs = own.sentNs(id);
        long wireNs = placement.toRun(onWire.sentNs(wireId));
        afterSent.record(wireNs - sentNs);
        long lagNs = sentNs - own.intendedNs(id);
        long ownLast = own.lastClientNs(id);
        long wireLast = onWire.lastClientNs(wireId);
        if (ownLast == TickResults.NONE || wireLast == TickResults.NONE || excludesMore(onWire, wireId, own, id)) {
            return;
        }
        record(response, ownLast, 0);
        record(service, ownLast, -lagNs);
        record(wireService, wireLast, 0);
        record(wireResponse, wireLast, wireNs - own.intendedNs(id));
        if (ownLast != TickResults.LOST && wireLast != TickResults.LOST) {
            added.record(ownLast - lagNs - wireLast);
        }
    }

    /** Returns whether the capture excludes the tick at a session for which the run counts it. */
    private boolean excludesMore(TickResults onWire, long wireId, TickResults own, long id) {
        return IntStream.range(0, onWire.sessions())
                .filter(session -> ResultCell.outcome(onWire.cell(wireId, session)) == ResultCell.EXCLUDED)
                .flatMap(session -> IntStream.of(ownSessions[session]))
                .anyMatch(session -> ResultCell.due(own.cell(id, session)));
    }

    private static void record(WireRow row, long value, long laterNs) {
        if (value == TickResults.LOST) {
            row.lost();
        } else {
            row.record(value + laterNs);
        }
    }

    private List<String> clockNotes(boolean contradicted) {
        String earliest = DurationText.format(Math.max(0, -afterSent.minimum()));
        if (placement.known()) {
            return contradicted
                    ? List.of("DEFECT: " + CountText.of(afterSent.beyondBound(), "tick") + " on the wire before "
                            + (afterSent.beyondBound() == 1 ? "it was" : "they were") + " sent, and "
                            + CountText.of(beforeReceived.beyondBound(), "quote") + " received before "
                            + (beforeReceived.beyondBound() == 1 ? "it was" : "they were")
                            + " on the wire, by more than the clocks' bound of "
                            + DurationText.format(placement.boundNs())
                            + "; a time stamp is wrong")
                    : List.of();
        }
        if (contradicted) {
            return List.of(
                    "the capture's clock is not " + placement.words() + ": ticks would be on the wire up to " + earliest
                            + " before they were sent, or quotes up to "
                            + DurationText.format(Math.max(0, -beforeReceived.minimum()))
                            + " after they were received. Only differences on the wire and the sum of both ends are shown");
        }
        return List.of("the capture's clock is assumed to be " + placement.words()
                + ". No tick is on the wire before it was sent and no quote after it was received, so it is "
                + limit(afterSent, "ahead", "tick") + " and " + limit(beforeReceived, "behind", "quote")
                + ". Response (wire), 'wire tick - sent' and 'received - wire quote' can be wrong by"
                + " this");
    }

    private static String limit(WireRow row, String direction, String compared) {
        return row.isEmpty()
                ? direction + " by an unknown time, because no " + compared + " is joined"
                : "at most " + DurationText.format(Math.max(0, row.minimum())) + " " + direction;
    }

    /**
     * Returns the ids of the run's ticks in the run made from its capture; {@link #NOT_CAPTURED} if missing, {@link #AMBIGUOUS}
     * if several have one id.
     */
    private Long2LongHashMap wireTickIds() {
        Long2LongHashMap byName = new Long2LongHashMap(NOT_CAPTURED);
        try (JournalReader names = JournalReader.open(wire.sourceIds(), TickRecord.SOURCE_IDS, captured.identity())) {
            for (long id = 1; names.next(); id++) {
                long name = names.buffer().getLong(names.offset());
                if (name != SnapshotRecord.NO_ID && byName.put(name, id) != NOT_CAPTURED) {
                    byName.put(name, AMBIGUOUS);
                }
            }
        }
        return byName;
    }

    /** Joins the quotes of a run with the quotes of its capture by session, MsgSeqNum and pair. Not thread-safe. */
    private static final class WireQuotes {
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
        private boolean complete = true;

        WireQuotes(RunManifest manifest, RunManifest captured, WirePlacement placement, WireRow beforeReceived) {
            this.manifest = manifest;
            this.captured = captured;
            this.placement = placement;
            this.beforeReceived = beforeReceived;
        }

        /** Joins the quotes of the measured part. */
        WireFigures.Joined join(RunDirectory run, RunDirectory wire) {
            int[] instruments = instruments();
            for (List<SessionPlan> alike : sessionsByCompId().values()) {
                String compId = compId(manifest, alike.get(0));
                List<SessionPlan> found = sessions(compId);
                boolean single = alike.size() == 1 && found.size() == 1;
                Long2LongHashMap times =
                        single ? times(wire.quotes(found.get(0).index()), instruments) : new Long2LongHashMap(NONE);
                long quoted = alike.stream()
                        .filter(session -> join(run.quotes(session.index()), times))
                        .count();
                if (quoted > found.size()) {
                    complete = false;
                    notes.add((alike.size() == 1
                                    ? "session " + alike.get(0).name()
                                    : "a session with the CompID " + compId)
                            + " is not in the capture, so latencies at the last client are not shown");
                }
                if (!single && !found.isEmpty()) {
                    notes.add("several sessions have the CompID " + compId + ", so their quotes are not joined");
                }
            }
            return new WireFigures.Joined(both, missing, ambiguous);
        }

        List<String> notes() {
            return notes;
        }

        /** Returns whether the capture has every session of the run that received a snapshot. */
        boolean complete() {
            return complete;
        }

        /** Returns the sessions of the run by lower-case CompID, in the order of the plan. */
        private Map<String, List<SessionPlan>> sessionsByCompId() {
            return manifest.sessions().stream()
                    .collect(Collectors.groupingBy(
                            session -> compId(manifest, session).toLowerCase(Locale.ROOT),
                            LinkedHashMap::new,
                            Collectors.toList()));
        }

        /** Finds sessions in the capture by their CompID, which can differ from a session's name in the run. */
        private List<SessionPlan> sessions(String compId) {
            String name = compId.toLowerCase(Locale.ROOT);
            return captured.sessions().stream()
                    .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
                    .toList();
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

        /** Joins a session's quotes, and returns whether it has any, measured or not. */
        private boolean join(Path journal, Long2LongHashMap times) {
            if (!Files.exists(journal)) {
                return false;
            }
            boolean quoted = false;
            ClockTranslation clients = manifest.translation(Role.CLIENTS);
            try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA, manifest.identity())) {
                SnapshotRecord price = new SnapshotRecord(reader.buffer(), 0, clients);
                while (reader.next()) {
                    price.wrap(reader);
                    boolean snapshot = price.kind() == SnapshotRecord.SNAPSHOT;
                    quoted |= snapshot;
                    if (snapshot && price.receivedNs() >= manifest.replay().t0Ns()) {
                        join(price, times.get(key(price.messageSequence(), price.instrumentId())));
                    }
                }
            }
            return quoted;
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

    /** Accumulates the values of one row. Not thread-safe. */
    private static final class WireRow {
        private final Distribution values;
        private long minimum = Long.MAX_VALUE;

        WireRow(String name, long boundNs) {
            this.values = new Distribution(name, name, boundNs);
        }

        void record(long ns) {
            minimum = Math.min(minimum, ns);
            values.record(ns);
        }

        void lost() {
            values.censor();
        }

        long beyondBound() {
            return values.beyondUncertainty();
        }

        /** Returns whether there is a value, which can be a lost one. */
        boolean hasValues() {
            return values.count() > 0;
        }

        /** Returns whether no value was measured. */
        boolean isEmpty() {
            return values.measured() == 0;
        }

        /** Returns the smallest number; 0 if there is none. */
        long minimum() {
            return isEmpty() ? 0 : minimum;
        }

        WireFigures.Row row() {
            Map<String, Long> percentiles = new LinkedHashMap<>();
            values.named().forEach(percentiles::put);
            return new WireFigures.Row(
                    values.name(),
                    values.count(),
                    values.censored(),
                    values.negative(),
                    values.beyondUncertainty(),
                    minimum(),
                    percentiles,
                    isEmpty() ? 0 : values.maximum());
        }
    }
}
