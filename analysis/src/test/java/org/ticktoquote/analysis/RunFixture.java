package org.ticktoquote.analysis;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.core.run.TurnSchedule;

/**
 * A run directory written by hand, from lines like these, times in milliseconds:
 *
 * <pre>
 *   tick 1 EUR/USD at 10              a tick with a new price, sent when intended
 *   tick 2 EUR/USD same at 11 sent 12 the same price as before, sent late
 *   tick 3 EUR/USD like 1 at 13       the price of an earlier tick
 *   tick 4 EUR/USD at 14 waited 5     its send waited 5 ms for the application
 *   tick 5 EUR/USD at 15 of B         of the second venue
 *   warm-up 1 EUR/USD at 1
 *   session 0 gets 1 at 12            also: gets w1 (a warm-up tick), gets nothing (no id), gets 1 as USD/JPY, gets 1 again (PossDup)
 *   session 0 logs-on at 5            also: disconnects, ordered-down, gap, reset, rejected, message-rejected, overflow,
 *                                     malformed, unknown-symbol
 *   session 0 flooded by 1000 at 5    so many messages without a price within a second
 * </pre>
 */
final class RunFixture {
    private static final Pattern TICK =
            Pattern.compile("(tick|warm-up) (\\d+) (\\S+)( same)?( crossed)?(?: like (\\d+))? at (\\S+)"
                    + "(?: sent (\\S+))?(?: waited (\\S+))?(?: of ([AB]))?");
    private static final Pattern GETS =
            Pattern.compile("session (\\d+) gets (w?\\d+|nothing)( again| without book)?(?: as (\\S+))? at (\\S+)");
    private static final Pattern FLOODED = Pattern.compile("session (\\d+) flooded by (\\d+) at (\\S+)");
    private static final Pattern EVENT = Pattern.compile("session (\\d+) (\\S+) at (\\S+)");
    private static final Map<String, Integer> KINDS = new HashMap<>(Map.of(
            "logs-on", SnapshotRecord.LOGGED_ON,
            "disconnects", SnapshotRecord.DISCONNECTED,
            "ordered-down", SnapshotRecord.ORDERED_DOWN,
            "gap", SnapshotRecord.SEQUENCE_GAP,
            "reset", SnapshotRecord.SEQUENCE_RESET,
            "rejected", SnapshotRecord.SUBSCRIPTION_REJECTED,
            "message-rejected", SnapshotRecord.MESSAGE_REJECTED,
            "overflow", SnapshotRecord.UNKNOWN_BOOK,
            "malformed", SnapshotRecord.MALFORMED,
            "unknown-symbol", SnapshotRecord.UNKNOWN_SYMBOL));

    static {
        KINDS.put("not-captured", SnapshotRecord.NOT_CAPTURED);
    }

    private static final long SPREAD = 20_000;
    /** In records: most runs have several segments. */
    private static final int SHORT_SEGMENTS = 64;

    private static final int LONG_SEGMENTS = 4_096;

    static final UUID IDENTITY = UUID.fromString("11111111-2222-4333-8444-555555555555");

    private final UUID identity;
    final RunDirectory directory;
    private final List<String> symbols = List.of("EUR/USD", "USD/JPY");
    private final Map<Integer, JournalWriter> quotes = new TreeMap<>();
    private final Map<String, Integer> pairOfTick = new HashMap<>();
    private final TickDigest said = new TickDigest();
    private @Nullable String windowSha256;
    private final JournalWriter ticks;
    private final JournalWriter warmUp;
    private final Map<String, Long> priceOfTick = new HashMap<>();
    private long newestPrice = 1_100_000_000L;
    private long sequence;
    private long sentTicks;
    private long warmUpTicks;

    String state = RunManifest.COMPLETE;
    String profile = "lab";
    String source = RunManifest.REPLAY;
    ApplicationModel model = new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 0L), 0);
    Matching matching = Matching.byId(278, "decimal");
    Conflation conflation = new Conflation(Conflation.NONE, 0);
    double drainMs = 1_000;
    long sendErrors;
    boolean finished = true;
    boolean steady = true;
    long missingTicks;
    int instruments = 2;
    List<Integer> subscribed = List.of(0, 1);
    String recording = "a.t2q";
    String startedAt = "2026-11-20T14:12:00Z";
    final List<ProcessEnd> processes = new ArrayList<>(List.of(
            ended("replayer", ProcessEnd.NORMAL, 2_000),
            ended("fix-clients", ProcessEnd.NORMAL, 2_000),
            ended("pricing-app", ProcessEnd.NORMAL, 2_000)));
    final Map<String, Double> disturbances = new LinkedHashMap<>();
    final Map<String, String> facts = new LinkedHashMap<>();
    final Map<String, ClockTranslation> translations = new LinkedHashMap<>();
    final AuditFixture audit;
    final List<ClockPair> clocks =
            new ArrayList<>(List.of(new ClockPair(1, 1_000_000_001L, 50), new ClockPair(1_001, 1_000_001_001L, 50)));

    RunFixture(Path directory, int sessions) {
        this(directory, sessions, IDENTITY);
    }

    RunFixture(Path directory, int sessions, UUID identity) {
        this(directory, sessions, identity, SHORT_SEGMENTS);
    }

    /** One of many ticks: each segment that is closed is written to the disk, which takes its time. */
    static RunFixture inLongSegments(Path directory, int sessions) {
        return new RunFixture(directory, sessions, IDENTITY, LONG_SEGMENTS);
    }

    private RunFixture(Path directory, int sessions, UUID identity, int recordsPerSegment) {
        this.identity = identity;
        this.directory = new RunDirectory(directory);
        this.audit = new AuditFixture(this.directory, identity, translations);
        this.ticks = JournalWriter.at(this.directory.ticks(), TickRecord.SCHEMA)
                .run(identity)
                .recordsPerSegment(recordsPerSegment)
                .open();
        this.warmUp = JournalWriter.at(this.directory.warmUp(), TickRecord.SCHEMA)
                .run(identity)
                .recordsPerSegment(recordsPerSegment)
                .open();
        for (int session = 0; session < sessions; session++) {
            quotes.put(
                    session,
                    JournalWriter.at(this.directory.quotes(session), SnapshotRecord.SCHEMA)
                            .run(identity)
                            .recordsPerSegment(recordsPerSegment)
                            .open());
        }
    }

    private ClockTranslation clients() {
        return translations.getOrDefault(Role.CLIENTS, ClockTranslation.NONE);
    }

    static ProcessEnd ended(String role, String end, double atMs) {
        return new ProcessEnd(role, List.of(role), 1, end, end.equals(ProcessEnd.NORMAL) ? 0 : 137, "", ns(atMs));
    }

    static long ns(double ms) {
        return BigDecimal.valueOf(ms).movePointRight(6).longValueExact();
    }

    RunFixture play(String script) {
        script.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(this::line);
        return this;
    }

    private void line(String line) {
        Matcher tick = TICK.matcher(line);
        Matcher gets = GETS.matcher(line);
        Matcher flooded = FLOODED.matcher(line);
        Matcher event = EVENT.matcher(line);
        if (tick.matches()) {
            tick(tick);
        } else if (gets.matches()) {
            gets(gets);
        } else if (flooded.matches()) {
            flooded(Integer.parseInt(flooded.group(1)), Long.parseLong(flooded.group(2)), flooded.group(3));
        } else if (event.matches()) {
            record(Integer.parseInt(event.group(1)), KINDS.get(event.group(2)), 0, 0xffff, 0, 0, event.group(3));
        } else {
            throw new IllegalArgumentException("not a line of a run: " + line);
        }
    }

    /** Returns the intended time without the turns of a duet. */
    private long undelayed(long intended) {
        TurnSchedule turns = TurnSchedule.of(facts);
        return turns == null ? intended : intended - turns.delayNs(turns.slice((intended - ns(10)) / 2));
    }

    private void tick(Matcher line) {
        boolean measured = line.group(1).equals("tick");
        long number = Long.parseLong(line.group(2));
        int pair = symbols.indexOf(line.group(3));
        newestPrice += line.group(4) == null ? 100_000 : 0;
        long price = line.group(6) == null ? newestPrice : priceOfTick.getOrDefault(line.group(6), 0L);
        long intended = ns(Double.parseDouble(line.group(7)));
        long sent = line.group(8) == null ? intended : ns(Double.parseDouble(line.group(8)));
        long waited = line.group(9) == null ? 0 : ns(Double.parseDouble(line.group(9)));
        long ask = line.group(5) == null ? price + SPREAD : price - SPREAD;
        JournalWriter writer = measured ? ticks : warmUp;
        int at = writer.claim();
        TickRecord.putTimes(
                writer.buffer(),
                at,
                measured ? number : TickRecord.WARM_UP_BASE + number,
                intended,
                sent,
                waited == 0 ? 0 : TickRecord.SEND_WAITED,
                waited);
        int venue = "B".equals(line.group(10)) ? 1 : 0;
        TickRecord.putSource(
                writer.buffer(),
                at,
                measured ? undelayed(intended) : intended,
                pair,
                venue,
                TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(writer.buffer(), at, price, ask, 1, 1);
        if (measured) {
            said.add(writer.buffer(), at);
        }
        writer.commit();
        pairOfTick.put((measured ? "" : "w") + number, pair);
        priceOfTick.put((measured ? "" : "w") + number, price);
        sentTicks += measured ? 1 : 0;
        warmUpTicks += measured ? 0 : 1;
    }

    private void gets(Matcher line) {
        String id = line.group(2);
        boolean withoutBook = " without book".equals(line.group(3));
        int flags = " again".equals(line.group(3)) ? SnapshotRecord.POSS_DUP : 0;
        int pair = line.group(4) == null ? pairOfTick.getOrDefault(id, 0) : symbols.indexOf(line.group(4));
        long tickId = switch (id.charAt(0)) {
            case 'n' -> SnapshotRecord.NO_ID;
            case 'w' -> TickRecord.WARM_UP_BASE + Long.parseLong(id.substring(1));
            default -> Long.parseLong(id);
        };
        long bid = withoutBook ? Price.NONE : priceOfTick.getOrDefault(id, newestPrice);
        int kind = withoutBook ? SnapshotRecord.UNKNOWN_BOOK : SnapshotRecord.SNAPSHOT;
        record(Integer.parseInt(line.group(1)), kind, flags, pair, tickId, bid, line.group(5));
    }

    private void flooded(int session, long messages, String atMs) {
        JournalWriter writer = quotes.get(session);
        for (long inSecond = SnapshotRecord.FLOOD_STEP; inSecond <= messages; inSecond += SnapshotRecord.FLOOD_STEP) {
            int at = writer.claim();
            SnapshotRecord.putArrival(writer.buffer(), at, clients().fromRun(ns(Double.parseDouble(atMs))), 1, 0);
            SnapshotRecord.putEvent(
                    writer.buffer(), at, SnapshotRecord.MESSAGE_FLOOD, 0, SnapshotRecord.NO_INSTRUMENT, inSecond, 0);
            writer.commit();
        }
    }

    private void record(int session, int kind, int flags, int pair, long tickId, long bid, String atMs) {
        JournalWriter writer = quotes.get(session);
        int at = writer.claim();
        SnapshotRecord.putArrival(writer.buffer(), at, clients().fromRun(ns(Double.parseDouble(atMs))), 1, 0);
        long unknown = pair == SnapshotRecord.NO_INSTRUMENT ? SnapshotRecord.AFTER_OVERFLOW : SnapshotRecord.AFTER_GAP;
        long because = kind == SnapshotRecord.UNKNOWN_BOOK ? unknown : 0;
        long ask = bid == Price.NONE ? Price.NONE : bid + SPREAD;
        SnapshotRecord.putEvent(writer.buffer(), at, kind, flags, pair, ++sequence, because);
        SnapshotRecord.putTop(writer.buffer(), at, tickId, bid, ask, 1, 1);
        writer.commit();
    }

    void close() {
        ticks.close();
        warmUp.close();
        quotes.values().forEach(JournalWriter::close);
    }

    private String windowSha256() {
        windowSha256 = windowSha256 == null ? said.hex() : windowSha256;
        return windowSha256;
    }

    /** As the harness would, also when journals were left open. */
    RunFixture writeManifest() {
        if (source.equals(RunManifest.REPLAY)) {
            audit.write(ns(10), ns(drainMs));
        }
        List<SessionPlan> plans = quotes.keySet().stream()
                .map(i -> new SessionPlan(i, "CLIENT-0" + i, i % 2, subscribed))
                .toList();
        List<Instrument> known = List.of(
                new Instrument(0, symbols.get(0), 100_000, 10_000), new Instrument(1, symbols.get(1), 100_000, 10_000));
        new RunManifest(
                        RunManifest.FORMAT_VERSION,
                        new RunManifest.About(
                                state, "run-1", identity, startedAt, "tick-to-quote test", profile, source),
                        new RunManifest.Recording(recording, "ab", known.subList(0, instruments), List.of("A", "B")),
                        new RunManifest.Replay(
                                "udp://127.0.0.1:1",
                                1,
                                ns(10),
                                ns(10_000),
                                sentTicks + missingTicks,
                                windowSha256(),
                                ns(10),
                                ns(drainMs),
                                sendErrors,
                                finished),
                        plans,
                        new RunManifest.Declared(matching, model, conflation),
                        new RunManifest.WarmUp(warmUpTicks, 100, steady, List.of(1L), 0.5),
                        new RunManifest.Observed(processes, facts, disturbances),
                        new RunManifest.Time(clocks, translations))
                .write(directory.manifest());
        return this;
    }

    Analysis analysis() {
        close();
        return writeManifest().analysisOfWhatIsThere();
    }

    Analysis analysisOfWhatIsThere() {
        return Analysis.of(directory.path());
    }
}
