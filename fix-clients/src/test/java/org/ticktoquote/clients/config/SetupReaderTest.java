package org.ticktoquote.clients.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.clients.config.SessionSetup.ReadPause;
import org.ticktoquote.clients.config.SessionSetup.SubscriptionMode;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;

final class SetupReaderTest {
    private static final String PLAN = """
            {"connect": "127.0.0.1:9001", "sessions": 3, "expectedSnapshots": 20000,
             "echo": {"tag": 278, "transform": "decimal"},
             "instruments": [{"id": 4, "symbol": "EUR/USD"}, {"id": 7, "symbol": "USD/JPY"}]}
            """;

    @TempDir
    Path directory;

    private ClientsSetup read(String plan, String template) throws IOException {
        Path planFile = Files.writeString(directory.resolve("clients.json"), plan);
        Path templateFile = template == null ? null : Files.writeString(directory.resolve("bank.yaml"), template);
        return SetupReader.read(planFile, null, with(templateFile), false);
    }

    /** Options with a session template, or null for none. */
    static ClientsPlan.Options with(Path template) {
        return new ClientsPlan.Options(Path.of("run"), template, new ClientsOptions(), false, false);
    }

    private String problems(String plan, String template) {
        ProblemException refusal = catchThrowableOfType(ProblemException.class, () -> read(plan, template));
        return refusal.getMessage().replace(directory + "/", "");
    }

    @Test
    void readsAPlanWithoutATemplate() throws IOException {
        ClientsSetup setup = read(PLAN, null);

        assertThat(setup.sessions())
                .extracting(each -> each.header().senderCompId())
                .containsExactly("CLIENT-00", "CLIENT-01", "CLIENT-02");
        SessionSetup first = setup.sessions().get(0);
        assertThat(first.header().targetCompId()).isEqualTo("PRICING");
        assertThat(first.address().endpoint()).isEqualTo(new Endpoint("127.0.0.1", 9001));
        assertThat(first.header().beginString()).isEqualTo("FIX.4.4");
        assertThat(first.logon().heartbeatS()).isEqualTo(30);
        assertThat(first.pairs()).containsExactly(new Pair(4, "EUR/USD", "EUR/USD"), new Pair(7, "USD/JPY", "USD/JPY"));
        assertThat(setup.echo()).isEqualTo(new ClientsPlan.Echo(278, "decimal"));
        assertThat(setup.expectedSnapshots()).isEqualTo(20_000);
    }

    @Test
    void settingsOfASessionOverrideTheDefaults() throws IOException {
        ClientsSetup setup = read(PLAN, """
                defaults:
                  beginString: FIX.4.2
                  senderCompId: BANK{index}
                  senderSubId: desk
                  heartbeat: 10s
                  symbol: {naming: plain}
                  logonTags: {5001: a, 5002: b}
                sessions:
                  1:
                    senderCompId: SPECIAL
                    connect: "[::1]:9002"
                    pairs: [USD/JPY]
                    symbol: {tag: 48, naming: mapped}
                    zeroSize: price
                    logonTags: {5002: c}
                    password: env:PASSWORD_1
                    readPause: {every: 2s, length: 300ms}
                symbols: {USD/JPY: "4711"}
                """);

        assertThat(setup.sessions())
                .extracting(each -> each.header().senderCompId())
                .containsExactly("BANK00", "SPECIAL", "BANK02");
        assertThat(setup.sessions().get(0).pairs()).first().isEqualTo(new Pair(4, "EUR/USD", "EURUSD"));
        SessionSetup own = setup.sessions().get(1);
        assertThat(own.header().beginString()).isEqualTo("FIX.4.2");
        assertThat(own.readPause()).isEqualTo(new ReadPause(2_000_000_000L, 300_000_000L));
        assertThat(setup.sessions().get(0).readPause()).isNull();
        assertThat(own.header().senderSubId()).isEqualTo("desk");
        assertThat(own.logon().heartbeatS()).isEqualTo(10);
        assertThat(own.address().endpoint()).isEqualTo(new Endpoint("::1", 9002));
        assertThat(own.pairs()).containsExactly(new Pair(7, "USD/JPY", "4711"));
        assertThat(own.requests().symbolTag()).isEqualTo(48);
        assertThat(own.requests().zeroSizeIsPrice()).isTrue();
        assertThat(setup.sessions().get(0).requests().zeroSizeIsPrice()).isFalse();
        assertThat(own.logon().logonTags()).isEqualTo(Map.of(5001, "a", 5002, "c"));
        assertThat(own.logon().password()).isEqualTo(new Secret("env:PASSWORD_1"));
    }

    @Test
    void reportsAllProblemsAtOnceWithTheirPositions() {
        String found = problems(PLAN, """
                defaults:
                  hartbeat: 10s
                  beginString: FIX.9
                sessions:
                  1: {heartbeat: 1500ms, password: secret}
                  9: {senderCompId: X}
                  2: {pairs: [EUR/XXX], tls: {verifyHost: perhaps}}
                extra: 1
                """);

        assertThat(found.lines())
                .containsExactlyInAnyOrder(
                        "bank.yaml:8:1: extra: unknown key, expected one of defaults, sessions, symbols",
                        "bank.yaml:6:3: 9: expected a session number from 0 to 2",
                        "bank.yaml:3:16: beginString: 'FIX.9', expected one of FIX.4.2, FIX.4.3, FIX.4.4, FIX.5.0,"
                                + " FIX.5.0SP1, FIX.5.0SP2",
                        "bank.yaml:2:3: hartbeat: unknown key (did you mean 'heartbeat'?), expected one of"
                                + " 23 keys (see docs/fix-clients.md)",
                        "bank.yaml:5:18: heartbeat: '1500ms', expected whole seconds from 1s to 3600s, as in 30s",
                        "bank.yaml:5:36: password: expected " + Secret.EXPECTED,
                        "bank.yaml:7:15: pairs: 'EUR/XXX', expected a pair of this run, such as EUR/USD, USD/JPY",
                        "bank.yaml:7:43: verifyHost: 'perhaps', expected true or false");
    }

    @Test
    void refusesSecretsReservedTagsAndSharedNames() throws IOException {
        assertThat(problems(PLAN, "defaults: {logonTags: {554: hunter2}}"))
                .isEqualTo("bank.yaml:1:29: 554: expected " + Secret.EXPECTED);

        assertThat(problems(PLAN, "defaults: {headerTags: {49: x}, logonTags: {35: A}}")
                        .lines())
                .containsExactly(
                        "bank.yaml:1:29: 49: 'x', expected a tag that the FIX engine does not set itself",
                        "bank.yaml:1:49: 35: 'A', expected a tag that the FIX engine does not set itself");

        assertThat(problems(PLAN, "defaults: {symbol: {naming: mapped}}\nsymbols: {EUR/USD: '4711', USD/JPY: '4711'}"))
                .isEqualTo(
                        "bank.yaml:1:29: naming: 'mapped', expected a name of USD/JPY that no other pair has, not 4711");

        String template =
                "sessions: {1: {beginString: FIX.5.0SP1}}\ndefaults: {senderCompId: SAME, beginString: FIX.5.0}";
        assertThat(problems(PLAN, template)).contains("sessions 0 and 1 are both SAME to PRICING");

        assertThat(problems(PLAN, "defaults: {senderCompId: SAME}").lines())
                .singleElement()
                .asString()
                .contains(
                        "1:26: senderCompId: sessions 0 and 1 are both SAME to PRICING, expected distinct CompIDs or SubIDs");
    }

    @Test
    void recordsReferencesToSecretsOnly() throws IOException {
        Path secret = Files.writeString(directory.resolve("password"), "hunter2\n");
        ClientsSetup setup = read(PLAN, "defaults: {password: 'file:" + secret + "'}");
        Path record = directory.resolve("fix-clients.json");
        setup.write(record);

        assertThat(record).content().contains("file:" + secret).doesNotContain("hunter2");
        assertThat(setup.sessions().get(0).logon().password().resolve()).isEqualTo("hunter2");
    }

    @Test
    void reportsEachInvalidListElementAndAcceptsASingleValue() throws IOException {
        assertThat(problems(PLAN, "defaults: {pairs: [EUR/USD, X, EUR/USD], tls: {protocols: TLSv9}}")
                        .lines())
                .containsExactly(
                        "bank.yaml:1:29: pairs: 'X', expected a pair of this run, such as EUR/USD, USD/JPY",
                        "bank.yaml:1:32: pairs: 'EUR/USD', expected each value once",
                        "bank.yaml:1:59: protocols: 'TLSv9', expected one of "
                                + String.join(", ", TlsStores.protocols()));
        assertThat(problems(PLAN, "defaults: {pairs: []}"))
                .isEqualTo(
                        "bank.yaml:1:19: pairs: '[]', expected a pair of this run, such as EUR/USD, USD/JPY, or a list");
        assertThat(read(PLAN, "defaults: {pairs: USD/JPY}").sessions().get(0).pairs())
                .extracting(Pair::symbol)
                .containsExactly("USD/JPY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "symbol: {naming: mapped} ! 1:29: naming: 'mapped', expected an entry 'EUR/USD: NAME' under the template's",
                "subscription: per-pair, request: {id: 'same-{logon}'} ! 1:50: id: 'same-{logon}', expected a text with"
                        + " {number} or {instrument}, which makes each request's id unique",
                "a: [ ! 1:16: not YAML: "
            })
    void reportsAProblemWithItsPosition(String defaults, String problem) {
        assertThat(problems(PLAN, "defaults: {" + defaults + "}")).contains(problem);
    }

    @Test
    void reportsWhatAPlanLacks() {
        assertThat(problems("{sessions: 0}", null).lines())
                .contains(
                        "clients.json:1:12: sessions: '0', expected a whole number from 1 to 1000",
                        "clients.json:1:1: instruments: the key is missing, expected a list of {id, symbol}",
                        "--connect: session 0 has no host and port, expected HOST:PORT, or 'connect' or 'accept' in the template");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "8", "9", "10", "34", "35", "43", "55", "270", "100000", "x"})
    void refusesAnEchoTagThatSnapshotsUse(String tag) {
        String plan = "{connect: 'h:1', sessions: 1, instruments: [{id: 0, symbol: A}], echo: {tag: " + tag + "}}";

        assertThat(problems(plan, null))
                .endsWith("tag: '" + tag + "', expected a tag of 1..99999 that snapshots do not otherwise use,"
                        + " such as 278 or 299");
    }

    @Test
    void refusesTheSymbolTagAsEchoTag() throws IOException {
        String plan = "{connect: 'h:1', sessions: 1, instruments: [{id: 0, symbol: A}], echo: {tag: 48}}";

        assertThat(read(plan, null).echo().tag()).isEqualTo(48);
        assertThat(problems(plan, "defaults: {symbol: {tag: 48}}"))
                .isEqualTo("bank.yaml:1:26: tag: '48', expected a tag other than 48, which echoes the tick id");
    }

    @Test
    void reportsAllProblemsOfARequestWithTheirPositions() {
        assertThat(problems(PLAN, """
                        defaults:
                          symbol: {tag: 262}
                          request:
                            type: D
                            id: "{pair}"
                            body: {35: V, x: 1, 263: "{key}", 267: [{269: "{when}"}], 265: 1}
                            extra: 1
                        """).lines())
                .containsExactlyInAnyOrder(
                        "bank.yaml:2:17: tag: '262', expected 55, 48 or 299, or 'subscription: per-pair' (one"
                                + " pair per request)",
                        "bank.yaml:4:11: type: 'D', expected V (MarketDataRequest) or R (QuoteRequest)",
                        "bank.yaml:5:9: id: '{pair}', expected a text with no placeholders but {session}, {logon},"
                                + " {number} and {instrument}",
                        "bank.yaml:6:12: 35: expected a FIX tag of the body",
                        "bank.yaml:6:19: x: expected a FIX tag of the body",
                        "bank.yaml:6:30: 263: '{key}', expected a text with no placeholders but {id}, {session},"
                                + " {logon}, {number} and {instrument}",
                        "bank.yaml:6:51: 269: '{when}', expected a text with no placeholders but {id}, {session},"
                                + " {logon}, {number} and {instrument}",
                        "bank.yaml:6:11: body: '{...}', expected a field with the request's id, as in 262:" + " '{id}'",
                        "bank.yaml:6:11: body: '{...}', expected a group with one entry per pair, as in 146: {55:"
                                + " '{key}'}",
                        "bank.yaml:7:5: extra: unknown key, expected one of body, id, type");
    }

    @Test
    void sessionsCanBeListedInAnyOrder() throws IOException {
        List<SessionSetup> sessions =
                read(PLAN, "sessions: {2: {name: last}, 0: {name: first}}").sessions();

        assertThat(sessions).extracting(SessionSetup::name).containsExactly("first", "client-01", "last");
    }

    @Test
    void sessionsCanWaitForTheApplicationToConnect() throws IOException {
        ClientsSetup setup = read(PLAN, "defaults: {accept: 9005, subscription: none}");

        assertThat(setup.accepts()).contains(new Endpoint("127.0.0.1", 9005));
        assertThat(setup.sessions()).allSatisfy(session -> {
            assertThat(session.requests().asking()).isEqualTo(SubscriptionMode.NONE);
            assertThat(session.logon().resetOnLogon()).isFalse();
        });
        assertThat(read(PLAN, "defaults: {accept: '0.0.0.0:0', resetOnLogon: true}")
                        .accepts())
                .contains(new Endpoint("0.0.0.0", 0));
        assertThat(read(PLAN, "defaults: {accept: '[::1]:7'}").accepts()).contains(new Endpoint("::1", 7));
        assertThat(read(PLAN, null).accepts()).isEmpty();
    }

    @Test
    void refusesSettingsThatTheConnectingApplicationDetermines() {
        assertThat(problems(PLAN, """
                        defaults:
                          accept: 9001
                          connect: localhost:9001
                          username: me
                          heartbeat: 10s
                          subscription: none
                          request: {type: R}
                          tls: {protocols: [TLSv1.3]}
                        """).lines())
                .containsOnly(
                        "bank.yaml:3:12: connect: 'localhost:9001', expected none with 'accept' (the application connects)",
                        "bank.yaml:4:13: username: 'me', expected none with 'accept' (the application's Logon sets it)",
                        "bank.yaml:5:14: heartbeat: '10s', expected none with 'accept' (the application's Logon sets it)",
                        "bank.yaml:7:12: request: '{...}', expected none with 'subscription: none'",
                        "'accept' with 'tls' has no certificate, expected 'keyStore' in 'tls'");
        assertThat(problems(PLAN, "defaults: {accept: 9001}\nsessions: {1: {accept: 9002}}"))
                .contains("sessions 0 and 1 accept differently, expected the same 'accept' and 'tls' for all sessions");
        assertThat(problems(PLAN, "defaults: {accept: 65536}"))
                .contains("accept: '65536', expected PORT, HOST:PORT or 0 (any free port)");
    }
}
