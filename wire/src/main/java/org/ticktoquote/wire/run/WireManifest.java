package org.ticktoquote.wire.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.RunManifest.About;
import org.ticktoquote.core.run.RunManifest.Observed;
import org.ticktoquote.core.run.RunManifest.Recording;
import org.ticktoquote.core.run.RunManifest.Replay;
import org.ticktoquote.core.run.RunManifest.Time;
import org.ticktoquote.core.run.RunManifest.WarmUp;
import org.ticktoquote.wire.run.Traffic.Facts;

/** Creates {@code run.json} from the contents of captures. */
record WireManifest(
        WirePlan plan, Facts captures, CaptureSurvey survey, Roles roles, Sources sources, WireClock clock) {

    /** @param whole true if the captures were read to their ends */
    RunManifest of(boolean whole) {
        long toNs = whole ? captures.toNs() : clock.toUtc(clock.nanoTime());
        String state = whole ? RunManifest.COMPLETE : RunManifest.INTERRUPTED;
        String name = String.valueOf(
                plan.directory.path().toAbsolutePath().normalize().getFileName());
        Instant begin = Instant.EPOCH.plusNanos(captures.fromNs()).truncatedTo(ChronoUnit.MILLIS);
        RunTicks ticks = sources.ticks;
        long firstNs = clock.toUtc(ticks.firstNs);
        long lastNs = clock.toUtc(ticks.lastNs);
        String sum = ticks.digest.hex();
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new About(state, name, plan.identity, begin.toString(), plan.product, plan.profile, RunManifest.WIRE),
                new Recording(captures.name(), captures.sha256().get(), sources.pairs.all(), sources.venues),
                new Replay(
                        feeds(), 1, firstNs, lastNs + 1, ticks.count, sum, ticks.firstNs, clock.toRun(toNs), 0, true),
                sources.sessions,
                plan.declared.withVenueOrder(sources.venueSessions.size()),
                new WarmUp(ticks.warmUp, 0, true, List.of(), 0),
                new Observed(List.of(), facts(), disturbances()),
                new Time(List.of(pair(captures.fromNs()), pair(toNs)), Map.of()));
    }

    private ClockPair pair(long utcNs) {
        return new ClockPair(clock.toRun(utcNs), utcNs, captures.boundNs());
    }

    private String feeds() {
        return joined(Stream.concat(
                roles.feeds().stream().map(SurveyedFeed::toString),
                roles.venues().stream().flatMap(CapturedFixSession::addresses).map("fix://"::concat)));
    }

    static String joined(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining(", "));
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(captures.others());
        facts.put("stamps", captures.stamps());
        facts.put("edge", plan.edge().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        facts.put("quotes", joined(roles.quotes().stream().flatMap(CapturedFixSession::addresses)));
        Stream<CapturedFixSession> moved =
                roles.quotes().stream().filter(each -> each.addresses().count() > 1);
        Facts.put(facts, "sessionsOfSeveralAddresses", moved.count());
        Facts.put(facts, "ticksMissing", sources.missing());
        Facts.put(facts, "ticksMissingAtUnknownTimes", sources.missingAtUnknownTimes());
        Facts.put(facts, "ticksMissingAtEnd", sources.missingAtEnd);
        Facts.put(facts, "priceGaps", sources.priceGaps);
        Facts.put(facts, "ticksWithoutBook", sources.ticks.withoutBook);
        Facts.put(facts, "ticksRepeated", sources.repeated());
        Facts.put(facts, "ticksOvertaken", sources.feedSessions.overtaken);
        Facts.put(facts, "feedDamaged", sources.damaged());
        Facts.put(facts, "segmentsOfReplacedConnections", sources.ofQuotes(session -> session.readsOfReplaced));
        Facts.put(facts, "clientHoles", sources.ofQuotes(session -> session.clientHoles));
        Facts.put(facts, "misaddressedFix", survey.misaddressed);
        Facts.put(facts, "otherDatagrams", survey.otherDatagrams);
        Facts.put(facts, "otherStreams", survey.otherStreams);
        Facts.put(facts, "unreadableFix", survey.unreadable());
        Facts.put(facts, "tls", survey.tls());
        Facts.put(facts, "tickIds", sources.ticks.renamed ? "1, 2, 3 and so on, not the feeds' own ids" : "");
        Map<String, String> named = new TreeMap<>();
        facts.forEach((name, value) -> named.put(RunManifest.WIRE_FACT + name, value));
        return named;
    }

    /** Returns the disturbances by the names of the rules that judge them. */
    private Map<String, Double> disturbances() {
        return new TreeMap<>(Map.of(
                "capture-holes", (double) sources.ofQuotes(session -> session.holes),
                "capture-ticks-missing", (double) sources.missing(),
                "capture-drops", (double) captures.dropped(),
                "capture-order", (double) captures.late(),
                "stamp-step", (double) captures.steps()));
    }
}
