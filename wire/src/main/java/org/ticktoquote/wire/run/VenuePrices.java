package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.wire.packet.PacketHandler;

/**
 * Prices that price sources sent over FIX, each session's in a journal of {@link SnapshotRecord}s. Traffic is read twice: for
 * the sessions in it, and for their prices.
 *
 * @param sessions of price sources, in the order of their CompIDs
 * @param ownSessions sessions in which the application sends prices; they are not read
 * @param symbols of the pairs by the ids in the journals
 * @param zeroNs time 0 of the journals, ns since 1970-01-01 UTC
 * @param facts of the traffic
 */
public record VenuePrices(
        List<Session> sessions, List<Session> ownSessions, List<String> symbols, long zeroNs, Traffic.Facts facts) {

    /**
     * A FIX session.
     *
     * @param sender CompID of the side that sends prices
     * @param target CompID of the other side
     * @param port of the side that listens; 0 where that is not known
     * @param prices messages of the sender with prices (35=W, X, S, i)
     * @param others other messages of the sender
     * @param entries entries (269) of the prices
     * @param received messages of the other side
     * @param journal of the prices
     */
    public record Session(
            String sender,
            String target,
            int port,
            long prices,
            long others,
            long entries,
            long received,
            Path journal) {
        private static Session of(FixSession found, Path journal) {
            return new Session(
                    found.answers(),
                    found.asks(),
                    found.first().serverPort(),
                    found.prices(),
                    found.sum(each -> each.answers().messages()) - found.prices(),
                    found.sum(each -> each.answers().entries()),
                    found.sum(each -> each.asks().messages()),
                    journal);
        }
    }

    /**
     * Reads traffic.
     *
     * @param name of the files
     * @param senders sessions of price sources; empty where they are to be found
     * @param folder for the journals
     * @param step called for each packet
     */
    public static VenuePrices read(Traffic traffic, String name, List<Selection> senders, Path folder, Runnable step) {
        CaptureSurvey survey = new CaptureSurvey(Optional.empty());
        Traffic.Span span = traffic.replay(counted(survey, step), survey);
        Roles roles = Roles.ofVenues(survey, senders);
        if (roles.venues().isEmpty()) {
            throw noPrices(name, survey, roles.quotes());
        }
        WireClock clock = new WireClock(span.fromNs());
        Sources sources = new Sources(
                new WireJournals(plan(folder), clock, folder), new Roles(List.of(), roles.venues(), List.of()));
        try {
            traffic.replay(counted(sources, step), sources);
        } finally {
            sources.close();
        }
        List<Session> sessions = new ArrayList<>();
        roles.venues().forEach(venue -> sessions.add(Session.of(venue, sources.ticks.journal(sessions.size()))));
        return new VenuePrices(
                sessions,
                roles.quotes().stream().map(own -> Session.of(own, folder)).toList(),
                sources.pairs.all().stream().map(Instrument::symbol).toList(),
                clock.toUtc(0),
                traffic.facts());
    }

    private static RuntimeException noPrices(String name, CaptureSurvey survey, List<FixSession> others) {
        String found = Stream.concat(
                        Roles.words(others), Stream.of(survey.tls()).filter(tls -> !tls.isEmpty()))
                .map(each -> "; " + each)
                .collect(Collectors.joining());
        long datagrams = survey.otherDatagrams;
        return Problem.of(name)
                .fault("no price source sends FIX market data (35=W, X, S, i) in it" + found)
                .expected(
                        datagrams == 0
                                ? "FIX messages, not encrypted; --sender COMPID or --sender HOST:PORT selects sessions"
                                : "FIX messages, or --payload FILE, which takes its " + datagrams + " UDP datagrams")
                .refusal(ExitStatus.BAD_INPUT);
    }

    private static WirePlan plan(Path folder) {
        return new WirePlan(
                new RunDirectory(folder),
                UUID.randomUUID(),
                "",
                "",
                new RunManifest.Declared(
                        Matching.byId(Selection.VENUE_ID_TAG, "decimal").with(Matching.UNSAID),
                        ApplicationModel.UNKNOWN,
                        new Conflation(Conflation.UNKNOWN, 0)),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of(),
                false,
                false);
    }

    private static PacketHandler counted(PacketHandler handler, Runnable step) {
        return packet -> {
            step.run();
            handler.packet(packet);
        };
    }
}
