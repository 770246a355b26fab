package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.clients.config.SetupReader;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.venue.VenueReader;

/** YAML configuration written by users. */
record TextTarget(Reading reading, Map<String, byte[]> seeds) implements FuzzTarget {
    private static final String PLAN =
            "{run: 00000000-0000-0001-0000-000000000002, connect: '127.0.0.1:9', sessions: 2,"
                    + " instruments: [{id: 0, symbol: EUR/USD}, {id: 1, symbol: USD/JPY}]}\n";

    static final TextTarget MATRIX = of(
            file -> MatrixReader.read(new MatrixSource(file.toString(), text(file)), () -> {
                throw Problem.ofFault("no JVM is asked here").exception(ExitStatus.ENVIRONMENT);
            }),
            MatrixSource.of("pv").text(),
            MatrixSource.of("pv-full").text());
    static final TextTarget POLICY = of(file -> GatePolicy.read(file.toString(), text(file)), """
            margins: {p50: 5 %, p99: 10 %, tail: 20 %, share: 50 %, max: 12.5%}
            threshold: 10ms
            looks: [3, 5, 7, 10]
            veto: {latest: 100ms, lost: 0}
            slo: [p99.9 of response in any 60 s < 5 ms, no answer later than 100 ms]
            """);
    static final TextTarget SERVICE_LEVEL = of(
            file -> {
                ServiceLevel level = ServiceLevel.parse(text(file));
                if (!ServiceLevel.parse(level.text()).equals(level)) {
                    throw new IllegalStateException(level.text() + " is another level than " + level);
                }
            },
            "p99.9 of response in any 60 s < 5 ms",
            "p50 of last-client in any 10000 ticks<2.5ms",
            "99.5 % of quotes within 1 ms in any 1h",
            "no session more than 10 % of its time stale by 5 ms",
            "no answer later than 100 ms");
    static final TextTarget THREADS = of(file -> ThreadChoice.ofPlan(file.toString(), text(file)), """
            sets: {hot: '2-5,8', cold: 0-1}
            rules:
            - {who: application-jvm, threads: [gc, jit], cpus: cold}
            - {who: application, threads: 'pricer-*', cpus: hot}
            - {who: clients, cpus: unmanaged}
            default: cold
            """);
    static final TextTarget HOSTS = of(Inventory::read, """
            hosts:
              here: local
              far: {ssh: user@far, options: [-p, '22'], directory: work, java: /opt/java, address: 10.0.0.2}
            replayer: here
            application: [far]
            clients: here
            """);
    static final TextTarget SESSIONS = of(
            file -> SetupReader.read(
                    Files.writeString(file.resolveSibling("plan.json"), PLAN), null, clients(file), false),
            """
            defaults:
              senderCompId: CLIENT-{index}
              heartbeat: 30s
              subscription: per-pair
              symbol: {tag: 48, naming: mapped}
              tls: {trustStore: a.p12, verifyHost: true}
              logonTags: {141: Y, 554: 'env:SECRET'}
            sessions:
              1: {pairs: [EUR/USD], readPause: {every: 1s, length: 5ms}}
            symbols: {EUR/USD: '4711', USD/JPY: '4712'}
            """,
            "defaults: {accept: '0.0.0.0:9001', subscription: none, targetSubId: fx}");
    static final TextTarget PLANS = of(file -> SetupReader.read(file, null, clients(null), false), PLAN);

    static final TextTarget VENUES = of(
            file -> VenueReader.parse(
                    file.toString(),
                    text(file),
                    new Markets(List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("EBS", "LMAX"))),
            """
            venues:
              ONE:
                port: 5001
                version: FIX.5.0SP2
                applications: [A, B]
                carries: [EBS]
                symbol: {EUR/USD: '1'}
                securityId: {EUR/USD: '4001'}
                securityIdSource: 8
                ticks: X
                entryKeys: price
                tickId: none
                entryTime: recorded
                entryTimeOn: first
                fields: 1021=1|63=0
                slice: 10ms
                logon: {username: u, password: p, leastHeartbeat: 5, mostHeartbeat: 30, reset: false}
              TWO: {pairs: EUR/USD, symbol: plain, levels: 5, resends: 100, sendingTime: intended}
            """);

    /** Reader of a file. */
    interface Reading {
        void read(Path file) throws IOException;
    }

    private static TextTarget of(Reading reading, String... texts) {
        Map<String, byte[]> seeds = new TreeMap<>();
        for (String text : texts) {
            seeds.put("text-" + seeds.size(), text.getBytes(StandardCharsets.UTF_8));
        }
        return new TextTarget(reading, seeds);
    }

    private static ClientsPlan.Options clients(@Nullable Path template) {
        return new ClientsPlan.Options(Path.of("run"), template, new ClientsOptions(), false, false);
    }

    private static String text(Path file) {
        return YamlFile.text(file);
    }

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        reading.read(Files.write(folder.resolve("fuzz.yaml"), input));
    }
}
