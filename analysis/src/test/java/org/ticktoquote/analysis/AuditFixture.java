package org.ticktoquote.analysis;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.audit.AuditHeader;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;

/** What the harness's processes left about themselves, written by hand: by default nothing happened to them. */
final class AuditFixture {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunDirectory directory;
    private final UUID identity;
    private final Map<String, ClockTranslation> translations;
    private final Map<String, List<long[]>> hiccups = new TreeMap<>();
    private final Map<String, List<String>> gcLogs = new TreeMap<>();
    private final Map<String, Map<String, Long>> growth = new TreeMap<>();
    private final List<Burst> bursts = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    final Map<String, String> namespaces = new TreeMap<>();
    final Map<String, String> lastClockSources = new TreeMap<>();
    String clockSource = "tsc";
    long clockStepNs;
    ConnectionCounters atStart = new ConnectionCounters(0, 40_000, 2, 3, 4, 65_536, 0);
    ConnectionCounters atEnd = atStart;
    boolean present = true;
    boolean ended = true;

    /** What a counter grew by in a part of the run. */
    private record Burst(String role, String counter, long by, double fromMs, double toMs) {}

    /** What the kernel told of the first session's socket, and how long it took to ask. */
    private record Unread(double atMs, double tookMs, long bytes) {}

    /** Over processes that read other clocks than the run's, by role. */
    AuditFixture(RunDirectory directory, UUID identity, Map<String, ClockTranslation> translations) {
        this.directory = directory;
        this.identity = identity;
        this.translations = translations;
    }

    /** What a process reads at a moment of the run's clock. */
    private long read(String role, long ns) {
        return translations.getOrDefault(role, ClockTranslation.NONE).fromRun(ns);
    }

    AuditFixture hiccup(String role, double fromMs, double lengthMs) {
        hiccups.computeIfAbsent(role, key -> new ArrayList<>()).add(new long[] {
            read(role, RunFixture.ns(fromMs)), read(role, RunFixture.ns(fromMs + lengthMs))
        });
        return this;
    }

    AuditFixture pause(String role, double fromMs, double lengthMs) {
        gcLogs.computeIfAbsent(role, key -> new ArrayList<>())
                .add(String.format(
                        Locale.ROOT,
                        "[%dns][1ns][7][gc          ] GC(0) Pause Young (Allocation Failure) 9M->1M(185M) %.3fms",
                        read(role, RunFixture.ns(fromMs + lengthMs)),
                        lengthMs));
        return this;
    }

    AuditFixture grown(String role, String counter, long by) {
        growth.computeIfAbsent(role, key -> new TreeMap<>()).put(counter, by);
        return this;
    }

    /** Besides what it grows by over the whole run. */
    AuditFixture grownBetween(double fromMs, double toMs, String role, String counter, long by) {
        bursts.add(new Burst(role, counter, by, fromMs, toMs));
        return this;
    }

    AuditFixture unread(double atMs, double tookMs, long bytes) {
        unread.add(new Unread(atMs, tookMs, bytes));
        return this;
    }

    /** Samples a second before the first moment, at it, and at and behind the last one. */
    void write(long fromNs, long toNs) {
        if (!present || Files.exists(directory.hiccups(Role.HARNESS))) {
            return;
        }
        try {
            for (String role : Role.OWN) {
                writeHiccups(role);
                List<String> lines = new ArrayList<>(gcLogs.getOrDefault(role, List.of()));
                lines.add(0, "[t2q] " + role + " of run " + identity);
                Files.write(directory.gcLog(role), lines);
                writeLines(role, fromNs, toNs);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeHiccups(String role) {
        Path file = directory.hiccups(role);
        try (JournalWriter writer = JournalWriter.at(file, HiccupRecord.SCHEMA)
                .run(identity)
                .recordsPerSegment(64)
                .open()) {
            List<long[]> rising = new ArrayList<>(hiccups.getOrDefault(role, List.of()));
            rising.sort(Comparator.comparingLong(hiccup -> hiccup[0]));
            for (long[] hiccup : rising) {
                int at = writer.claim();
                HiccupRecord.put(writer.buffer(), at, hiccup[0], hiccup[1], 100_000);
                writer.commit();
            }
        }
    }

    private void writeLines(String role, long fromNs, long toNs) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(JSON.writeValueAsString(new AuditHeader(
                2,
                identity,
                role,
                7,
                "a JVM",
                namespaces.getOrDefault(role, "time:[4026531834]"),
                1_000_000,
                100_000)));
        Map<String, Long> zero = counters(role, Long.MIN_VALUE, false);
        Map<String, Long> all = counters(role, Long.MAX_VALUE, true);
        String source = lastClockSources.getOrDefault(role, clockSource);
        lines.add(sample(role, fromNs - 5_000_000, zero, clockSource, atStart, false));
        lines.add(sample(role, fromNs - 1, zero, clockSource, null, false));
        for (long atNs : moments(fromNs, toNs)) {
            lines.add(sample(role, atNs, counters(role, atNs, false), clockSource, unreadAt(atNs), false));
        }
        lines.add(sample(role, toNs, all, source, null, false));
        if (ended) {
            lines.add(sample(role, toNs + 5_000_000, all, source, atEnd, true));
        }
        Files.write(directory.audit(role), lines);
    }

    private List<Long> moments(long fromNs, long toNs) {
        return Stream.concat(
                        bursts.stream().flatMap(burst -> Stream.of(burst.fromMs, burst.toMs)),
                        unread.stream().map(Unread::atMs))
                .map(RunFixture::ns)
                .filter(ns -> ns > fromNs && ns < toNs)
                .distinct()
                .sorted()
                .toList();
    }

    private @Nullable ConnectionCounters unreadAt(long atNs) {
        return unread.stream()
                .filter(one -> RunFixture.ns(one.atMs) == atNs)
                .findFirst()
                .map(one -> new ConnectionCounters(
                        0,
                        atStart.localPort(),
                        atStart.retransmits(),
                        atStart.spuriousRetransmits(),
                        atStart.windowLimitedNs(),
                        atStart.receiveWindow(),
                        one.bytes))
                .orElse(null);
    }

    private Map<String, Long> counters(String role, long atNs, boolean whole) {
        Map<String, Long> counters = new TreeMap<>();
        counters.put(
                AuditSample.GC_PAUSES,
                whole ? gcLogs.getOrDefault(role, List.of()).size() : 0L);
        growth.getOrDefault(role, Map.of())
                .forEach((counter, by) -> counters.merge(counter, 1_000 + (whole ? by : 0), Long::sum));
        bursts.stream().filter(burst -> burst.role.equals(role)).forEach(burst -> {
            counters.putIfAbsent(burst.counter, 1_000L);
            counters.merge(burst.counter, RunFixture.ns(burst.toMs) <= atNs ? burst.by : 0, Long::sum);
        });
        unread.stream()
                .filter(one -> role.equals(Role.CLIENTS) && RunFixture.ns(one.atMs) == atNs)
                .forEach(one -> counters.put(
                        AuditSample.CONNECTIONS_ASKED_NS, read(role, RunFixture.ns(one.atMs + one.tookMs))));
        return counters;
    }

    private String sample(
            String role,
            long atNs,
            Map<String, Long> counters,
            String source,
            @Nullable ConnectionCounters connection,
            boolean last)
            throws IOException {
        Histogram delays = new Histogram(3);
        delays.recordValue(20_000);
        List<ConnectionCounters> connections =
                role.equals(Role.CLIENTS) && connection != null ? List.of(connection) : List.of();
        ClockPair clock = new ClockPair(read(role, atNs), 1_000_000_000L + atNs + (last ? clockStepNs : 0), 50);
        return JSON.writeValueAsString(
                new AuditSample(clock, last, source, counters, connections, HistogramText.of(delays)));
    }
}
