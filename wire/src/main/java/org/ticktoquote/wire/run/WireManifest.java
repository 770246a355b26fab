package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.run.RunManifest;

/** Makes {@code run.json} of what captures held. */
final class WireManifest {
    private final WirePlan plan;
    private final Traffic.Facts captures;
    private final CaptureSurvey survey;
    private final Roles roles;
    private final Sources sources;
    private final TickMerge.Merged merged;
    private final WireClock clock;

    WireManifest(
            WirePlan plan,
            Traffic.Facts captures,
            CaptureSurvey survey,
            Roles roles,
            Sources sources,
            TickMerge.Merged merged,
            WireClock clock) {
        this.plan = plan;
        this.captures = captures;
        this.survey = survey;
        this.roles = roles;
        this.sources = sources;
        this.merged = merged;
        this.clock = clock;
    }

    /** @param whole whether the captures were read to their ends */
    RunManifest of(Traffic.Span span, boolean whole) {
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        whole ? RunManifest.COMPLETE : RunManifest.INTERRUPTED,
                        name(plan.directory().path()),
                        plan.identity(),
                        instant(span.fromNs()).truncatedTo(ChronoUnit.MILLIS).toString(),
                        plan.product(),
                        plan.profile(),
                        RunManifest.WIRE),
                new RunManifest.Recording(
                        captures.name(),
                        captures.sha256().get(),
                        sources.pairs().all(),
                        sources.venueNames()),
                new RunManifest.Replay(
                        feeds(),
                        1,
                        clock.toUtc(merged.firstNs()),
                        clock.toUtc(merged.lastNs()) + 1,
                        merged.ticks(),
                        merged.sha256(),
                        merged.firstNs(),
                        clock.toRun(span.toNs()),
                        0,
                        true),
                sources.sessions(),
                plan.declared().at(sources.venueSessions()),
                new RunManifest.WarmUp(merged.warmUp(), 0, true, List.of(), 0),
                new RunManifest.Observed(List.of(), facts(), disturbances()),
                new RunManifest.Time(
                        List.of(
                                clock.pair(span.fromNs(), captures.boundNs()),
                                clock.pair(span.toNs(), captures.boundNs())),
                        Map.of()));
    }

    private static Instant instant(long ns) {
        return Instant.ofEpochSecond(
                Math.floorDiv(ns, TimeUnit.SECONDS.toNanos(1)), Math.floorMod(ns, TimeUnit.SECONDS.toNanos(1)));
    }

    private static String name(Path directory) {
        return String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    }

    private String feeds() {
        return Stream.of(
                        roles.datagrams().stream()
                                .map(feed -> "udp://" + text(feed.to().socket())),
                        roles.streams().stream()
                                .map(feed -> "tcp://" + text(feed.direction().from())),
                        roles.venues().stream()
                                .map(venue -> "fix://" + text(venue.first().from())))
                .flatMap(each -> each)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "stamps", captures.stamps());
        put(facts, "edge", plan.edge().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        captures.others().forEach((name, value) -> put(facts, name, value));
        put(
                facts,
                "quotes",
                roles.quotes().stream()
                        .map(session -> text(session.first().from()))
                        .distinct()
                        .collect(Collectors.joining(", ")));
        count(facts, "ticksMissing", sources.feedSessions().missing());
        count(facts, "ticksRepeated", sources.feedSessions().repeated());
        count(facts, "ticksOvertaken", sources.feedSessions().overtaken());
        count(facts, "feedDamaged", sources.damaged());
        count(facts, "segmentsOfReplacedConnections", sources.replaced());
        count(facts, "clientHoles", sources.clientHoles());
        count(facts, "otherDatagrams", survey.otherDatagrams());
        count(facts, "otherStreams", survey.otherStreams());
        if (!survey.tls().isEmpty()) {
            put(facts, "tls", Roles.tls(survey.tls()));
        }
        if (merged.renamed()) {
            put(facts, "tickIds", "1, 2, 3 and so on for those of the feeds");
        }
        return facts;
    }

    private static void count(Map<String, String> facts, String name, long count) {
        if (count > 0) {
            put(facts, name, Long.toString(count));
        }
    }

    private static void put(Map<String, String> facts, String name, String value) {
        facts.put(RunManifest.WIRE_FACT + name, value);
    }

    /** By the names of the rules that judge them. */
    private Map<String, Double> disturbances() {
        Map<String, Double> found = new TreeMap<>();
        found.put("capture-holes", (double) sources.holes());
        found.put("capture-ticks-missing", (double) sources.feedSessions().missing());
        found.put("capture-drops", (double) captures.dropped());
        found.put("capture-order", (double) captures.late());
        found.put("stamp-step", (double) captures.steps());
        return found;
    }
}
