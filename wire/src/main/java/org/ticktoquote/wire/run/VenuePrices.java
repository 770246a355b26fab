package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Prices that price sources sent over FIX, each session in its own journal of {@link SnapshotRecord}s. Traffic is read twice:
 * for its sessions, and for their prices.
 *
 * @param sessions sessions of price sources, in the order of their CompIDs
 * @param journals journals of the prices of each session
 * @param ownSessions sessions in which the application sends prices; not read
 * @param symbols symbols of the pairs by the ids in the journals
 * @param zeroNs time 0 of the journals, ns since 1970-01-01 UTC
 * @param facts facts of the traffic
 */
public record VenuePrices(
        List<CapturedFixSession> sessions,
        List<Path> journals,
        List<CapturedFixSession> ownSessions,
        List<String> symbols,
        long zeroNs,
        Traffic.Facts facts) {
    /**
     * Reads traffic. Returns no sessions if it has prices, but none of the named senders. Refuses two simultaneous connections
     * of a session.
     *
     * @param name names of the files
     * @param senders sessions of price sources; empty to detect them
     * @param folder folder for the journals
     * @param step called for each packet or line
     */
    public static VenuePrices read(Traffic traffic, String name, List<Selection> senders, Path folder, Runnable step) {
        CaptureSurvey survey = new CaptureSurvey(Optional.empty());
        Traffic.Facts facts = traffic.replay(survey::packet, survey::opened, step);
        Roles roles = Roles.ofVenues(survey, senders);
        if (roles.venues().isEmpty() && (senders.isEmpty() || roles.quotes().isEmpty())) {
            throw noPrices(name, survey, roles.quotes());
        }
        WireClock clock = new WireClock(facts.fromNs());
        Matching byId = Matching.byId(Selection.VENUE_ID_TAG, "decimal").with(Matching.UNDECLARED);
        WirePlan plan = new WirePlan(new RunDirectory(folder), byId);
        Roles read = new Roles(List.of(), roles.venues(), List.of());
        Sources sources = new Sources(new WireJournals(plan, clock, folder), read);
        try {
            traffic.replay(sources::packet, sources::opened, step);
        } finally {
            sources.close();
        }
        sources.refuseTwins("--sender", "HOST:PORT of the price source that counts, or a capture of one");
        List<String> symbols =
                sources.pairs.all().stream().map(Instrument::symbol).toList();
        List<Path> journals = sources.ticks.journals();
        return new VenuePrices(roles.venues(), journals, roles.quotes(), symbols, clock.toUtc(0), facts);
    }

    /** Describes each session: sender, price count and receiver. */
    public Stream<String> describe() {
        return Stream.concat(Roles.describe(sessions), Roles.describe(ownSessions));
    }

    private static RuntimeException noPrices(String name, CaptureSurvey survey, List<CapturedFixSession> others) {
        Stream<String> found = Stream.concat(Roles.describe(others), Stream.of(survey.tls()));
        String there =
                found.filter(text -> !text.isEmpty()).map(text -> "; " + text).collect(Collectors.joining());
        long datagrams = survey.otherDatagrams;
        String messages = "FIX messages, not encrypted; --sender COMPID or --sender HOST:PORT selects sessions";
        String payloads = "FIX messages, or --payload FILE, which takes its " + datagrams + " UDP datagrams";
        return Problem.of(name)
                .fault("no price source sends FIX market data (35=W, X, S, i) in it" + there)
                .expected(datagrams == 0 ? messages : payloads)
                .exception(ExitStatus.BAD_INPUT);
    }
}
