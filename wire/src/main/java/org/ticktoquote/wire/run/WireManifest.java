package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.wire.packet.PacketAddress;

/** Makes {@code run.json} of what captures held. */
record WireManifest(
        WirePlan plan, Traffic.Facts captures, CaptureSurvey survey, Roles roles, Sources sources, WireClock clock) {

    /** @param whole whether the captures were read to their ends */
    RunManifest of(boolean whole) {
        long toNs = whole ? captures.toNs() : clock.toUtc(clock.nanoTime());
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        whole ? RunManifest.COMPLETE : RunManifest.INTERRUPTED,
                        name(plan.directory().path()),
                        plan.identity(),
                        Instant.EPOCH
                                .plusNanos(captures.fromNs())
                                .truncatedTo(ChronoUnit.MILLIS)
                                .toString(),
                        plan.product(),
                        plan.profile(),
                        RunManifest.WIRE),
                new RunManifest.Recording(
                        captures.name(), captures.sha256().get(), sources.pairs.all(), sources.venues),
                new RunManifest.Replay(
                        feeds(),
                        1,
                        clock.toUtc(sources.ticks.firstNs),
                        clock.toUtc(sources.ticks.lastNs) + 1,
                        sources.ticks.count,
                        sources.ticks.digest.hex(),
                        sources.ticks.firstNs,
                        clock.toRun(toNs),
                        0,
                        true),
                sources.sessions,
                plan.declared().at(sources.venueSessions.size()),
                new RunManifest.WarmUp(sources.ticks.warmUp, 0, true, List.of(), 0),
                new RunManifest.Observed(List.of(), facts(), disturbances()),
                new RunManifest.Time(
                        List.of(
                                clock.pair(captures.fromNs(), captures.boundNs()),
                                clock.pair(toNs, captures.boundNs())),
                        Map.of()));
    }

    private static String name(Path directory) {
        return String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    }

    private String feeds() {
        return Stream.concat(
                        roles.feeds().stream().map(feed -> feed.transport + "://" + PacketAddress.text(feed.address)),
                        roles.venues().stream().map(venue -> "fix://" + PacketAddress.text(venue.address())))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("stamps", captures.stamps());
        facts.put("edge", plan.edge().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        facts.putAll(captures.others());
        facts.put(
                "quotes",
                roles.quotes().stream()
                        .map(session -> PacketAddress.text(session.address()))
                        .distinct()
                        .collect(Collectors.joining(", ")));
        Traffic.Facts.put(facts, "ticksMissing", sources.missing());
        Traffic.Facts.put(facts, "ticksMissingAtEnd", sources.missingAtEnd);
        Traffic.Facts.put(facts, "ticksRepeated", sources.repeated());
        Traffic.Facts.put(facts, "ticksOvertaken", sources.feedSessions.overtaken);
        Traffic.Facts.put(facts, "feedDamaged", sources.damaged());
        Traffic.Facts.put(facts, "segmentsOfReplacedConnections", sources.ofQuotes(session -> session.readsOfReplaced));
        Traffic.Facts.put(facts, "clientHoles", sources.ofQuotes(session -> session.clientHoles));
        Traffic.Facts.put(facts, "otherDatagrams", survey.otherDatagrams);
        Traffic.Facts.put(facts, "otherStreams", survey.otherStreams);
        Traffic.Facts.put(facts, "unreadableFix", survey.unreadable());
        Traffic.Facts.put(facts, "tls", survey.tls());
        Traffic.Facts.put(facts, "tickIds", sources.ticks.renamed ? "1, 2, 3 and so on for those of the feeds" : "");
        Map<String, String> named = new LinkedHashMap<>();
        facts.forEach((name, value) -> named.put(RunManifest.WIRE_FACT + name, value));
        return named;
    }

    /** By the names of the rules that judge them. */
    private Map<String, Double> disturbances() {
        return new TreeMap<>(Map.of(
                "capture-holes", (double) sources.holes(),
                "capture-ticks-missing", (double) sources.missing(),
                "capture-drops", (double) captures.dropped(),
                "capture-order", (double) captures.late(),
                "stamp-step", (double) captures.steps()));
    }
}
