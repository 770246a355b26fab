package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.venue.VenueSetup.LogonRules;

class VenueReaderTest {
    private static List<VenueSetup> read(String yaml) {
        return VenueReader.parse("v.yaml", yaml, OpenVenues.MARKETS);
    }

    private static List<String> problems(String yaml) {
        ProblemException refusal = catchThrowableOfType(ProblemException.class, () -> read(yaml));
        return refusal == null
                ? List.of()
                : refusal.problems().stream().map(Problem::text).toList();
    }

    private static List<String> warnings(String venues, boolean ofTwice) {
        return FixFeedProvider.sourceWarnings(read("venues: " + venues), OpenVenues.MARKETS).stream()
                .filter(text -> text.contains("gets these ticks twice") == ofTwice)
                .toList();
    }

    @Test
    void venueWithoutKeysEqualsDefault() {
        assertThat(read("venues: {VENUE: {}}")).containsExactly(VenueSetup.plain(0, OpenVenues.MARKETS));
    }

    @Test
    void readsAllKeys() {
        VenueSetup venue = read("""
                venues:
                  EBS:
                    port: 5001
                    version: FIX.5.0SP2
                    applications: [ONE, TWO]
                    carries: BETA
                    pairs: USD/JPY
                    symbol: plain
                    securityId: {USD/JPY: 4004}
                    securityIdSource: 8
                    ticks: X
                    topTicks: W
                    sides: changed
                    updateType: 1
                    levels: 1
                    sizes: book
                    entryKeys: price
                    tickId: none
                    sendingTime: intended
                    entryTime: recorded
                    entryTimeOn: first
                    fields: 1021=2|63=0
                    slice: 50ms
                    resends: 100
                    logon: {username: u, password: p, leastHeartbeat: 10, mostHeartbeat: 30, reset: false}
                """).get(0);
        assertThat(venue)
                .isEqualTo(new VenueSetup(
                        "EBS",
                        5001,
                        FixVersion.FIX_50_SP2,
                        List.of("ONE", "TWO"),
                        List.of(1),
                        List.of(InstrumentName.NONE, new InstrumentName("USDJPY", "4004", "8")),
                        List.of(),
                        "1",
                        new MessageFormat(
                                new MessageFormat.TickFormat(true, false, false),
                                new MessageFormat.EntryFormat(
                                        1, MessageFormat.Sizes.BOOK, MessageFormat.EntryKeys.PRICE, 0),
                                new MessageFormat.Times(
                                        MessageFormat.TimeSource.INTENDED, MessageFormat.TimeSource.RECORDED, true),
                                "1021=2|63=0|"),
                        50_000_000,
                        new LogonRules("u", "p", 10, 30, false),
                        "",
                        null,
                        100));
    }

    @Test
    void reportsAllErrorsWithTheirPositions() {
        assertThat(problems("""
                venues:
                  A B: {}
                  ONE:
                    port: 70000
                    version: FIX.4.1
                    carries: [GAMMA]
                    ticks: Z
                    colour: red
                  TWO: {port: 5001, symbol: {EUR/USD: 1, USD/JPY: 1}}
                  THREE: {port: 5001, logon: {leastHeartbeat: 9, mostHeartbeat: 3}}
                """))
                .containsExactly(
                        "v.yaml:2:3: A B: expected a name of at most 64 letters, digits, dots, hyphens and underscores",
                        "v.yaml:4:11: port: '70000', expected a whole number from 0 to 65535",
                        "v.yaml:5:14: version: 'FIX.4.1', expected one of FIX.4.2, FIX.4.3, FIX.4.4, FIX.5.0, FIX.5.0SP1,"
                                + " FIX.5.0SP2",
                        "v.yaml:6:15: carries: 'GAMMA', expected one of ALPHA, BETA",
                        "v.yaml:7:12: ticks: 'Z', expected W or X",
                        "v.yaml:8:5: colour: unknown key, expected one of 25 keys (see docs/venues.md)",
                        "v.yaml:9:51: USD/JPY: '1', expected a name that no other pair has",
                        "v.yaml:10:17: port: '5001', expected a port that no other venue has",
                        "v.yaml:10:65: mostHeartbeat: '3', expected at least leastHeartbeat, which is 9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', textBlock = """
            tickId: 278, ticks: X        ! tickId: '278', expected 299 or none with X, whose entries have 278 as their key
            entryKeys: price             ! entryKeys: applies to entries of 35=X, expected ticks: X, or no entryKeys
            entryTimeOn: first           ! entryTimeOn: applies to an entryTime, expected an entryTime too, or no entryTimeOn
            entryKeys: none, ticks: X    ! entryKeys: 'none', expected level or price (two levels can have the same price), or levels: 1
            symbol: none                 ! symbol: 'none', expected a securityId with it
            symbol: dots                 ! symbol: 'dots', expected slash, plain, none or a map such as {EUR/USD: 1}
            securityIdSource: 8          ! securityIdSource: applies to a securityId, expected a securityId too, or no securityIdSource
            fields: 1=2|52=x             ! fields: '52=x', expected a tag that t2q does not set itself
            fields: 55=x                 ! fields: '55=x', expected a tag that t2q does not set itself
            fields: 1=2|63=0|1=3         ! fields: '1=3', expected each tag once, not 1 again
            pairs: XAU/XAG               ! pairs: 'XAU/XAG', expected one pair of the recording at least
            symbol: {XAU/XAG: 7}         ! symbol: '{...}', expected one pair of the recording at least
            fields: 1=2|nonsense         ! fields: 'nonsense', expected TAG=VALUE, as in fields: 1021=1|63=0
            fields: 1=2|                 ! fields: '', expected TAG=VALUE, as in fields: 1021=1|63=0
            slice: 2h                    ! slice: '2h', expected a time of 1ms to 60s, such as 50ms
            applications: [A, A]         ! applications: 'A', expected each value once
            applications: [A, B C]       ! applications: 'B C', expected a CompID: a name of at most 64 letters
            applications: []             ! applications: '[]', expected a CompID: a name of at most 64 letters
            carries: {a: b}              ! carries: '{...}', expected one of ALPHA, BETA, or a list
            carries: [ALPHA, ALPHA]      ! carries: 'ALPHA', expected each value once
            pairs: [EUR/USD, EUR/USD]    ! pairs: 'EUR/USD', expected each value once
            pairs: {EUR/USD: 1}          ! pairs: '{...}', expected a pair, as in EUR/USD, or a list
            symbol: {EUR/USD: null}      ! EUR/USD: 'null', expected 1 to 64 printable ASCII characters
            symbol: {EURUSD: 1}          ! EURUSD: expected a pair, as in EUR/USD
            fields: [1=2]                ! fields: '[...]', expected a text such as 1021=1|63=0
            dictionary: [a.xml]          ! dictionary: '[...]', expected a QuickFIX data dictionary in XML
            logon: {password: env:T2Q_X} ! password: the environment variable T2Q_X is not set
            logon: {password: file:none} ! password: none: no such file
            logon: {password: ''}        ! password: '', expected 1 to 64 printable ASCII characters
            dictionary: none.xml         ! dictionary: 'none.xml' does not exist: /
            tls: {}                      ! keyStore: the key is missing, expected a PKCS12 or JKS file with the venue's certificate
            tls: {keyStore: none.p12}    ! keyStore: none.p12: no such file
            tls: {keyStore: pom.xml}     ! keyStore: pom.xml: the store cannot be read
            updateType: 2                ! updateType: '2', expected 0 or 1
            applications: null           ! applications: 'null', expected a CompID
            applications: [A, null]      ! applications: 'null', expected a CompID
            tls: null                    ! tls: 'null', expected a mapping of keys to values
            pairs: 5                     ! pairs: '5', expected a pair, as in EUR/USD
            pairs: [EUR/USD, EURUSD]     ! pairs: 'EURUSD', expected a pair, as in EUR/USD
            ticks: X, sides: changed     ! sides: 'changed', expected both if every tick is X, which carries changes only
            """)
    void reportsInvalidKeyAsOneProblem(String keys, String message) {
        assertThat(problems("venues: {ONE: {" + keys + "}}"))
                .singleElement()
                .asString()
                .contains(": " + message);
    }

    @Test
    void reportsPositionOfEachInvalidPair() {
        assertThat(problems("venues:\n  ONE:\n    pairs: [EURUSD, EUR/USD,\n      GBPUSD]\n"))
                .containsExactly(
                        "v.yaml:3:13: pairs: 'EURUSD', expected a pair, as in EUR/USD",
                        "v.yaml:4:7: pairs: 'GBPUSD', expected a pair, as in EUR/USD");
    }

    @Test
    void reportsAllErrorsOfTlsAtOnce() {
        assertThat(problems(
                        "venues: {A: {tls: {keyStore: pom.xml, keyStorePassword: s, protocols: SSLv9, colour: red}}}"))
                .hasSize(4)
                .anyMatch(text -> text.matches(".*1:71: protocols: 'SSLv9', expected one of .*TLSv1[.]3.*"))
                .anyMatch(text -> text.contains("1:57: keyStorePassword: expected env:NAME or file:PATH"))
                .anyMatch(text -> text.contains("1:30: keyStore: pom.xml: the store cannot be read"))
                .anyMatch(text -> text.contains("colour: unknown key, expected one of keyStore, keyStorePassword,"
                        + " protocols, trustStore, trustStorePassword"));
    }

    @Test
    void refusesFileWithoutVenues() {
        assertThat(problems("{}"))
                .containsExactly(
                        "v.yaml:1:1: venues: the key is missing, expected 1 to 64 venues, each with its name and settings");
        assertThat(problems("venues: 7"))
                .containsExactly("v.yaml:1:9: venues: '7', expected a mapping of keys to values");
        assertThat(problems("venues: {'A B': {}}")).singleElement().asString().startsWith("v.yaml:1:10: A B: expected");
        assertThat(problems(""))
                .containsExactly("v.yaml: venues: the key is missing: the file is empty, expected 1 to 64"
                        + " venues, each with its name and settings");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {A: {}, B: {carries: BETA}}                                       ! A and B both send EUR/USD, USD/JPY of BETA
            {A: {pairs: EUR/USD}, B: {symbol: {EUR/USD: 1}}, C: {pairs: USD/JPY}} ! A and B both send EUR/USD of ALPHA, BETA
            {A: {}}                                                           ! ''
            {A: {carries: ALPHA}, B: {carries: BETA}}                         ! ''
            {A: {pairs: EUR/USD}, B: {pairs: USD/JPY}}                        ! ''
            """)
    void warnsAboutTicksSentByTwoVenues(String venues, String warning) {
        assertThat(warnings(venues, true))
                .isEqualTo(
                        warning.isEmpty()
                                ? List.of()
                                : List.of("--venues: " + warning
                                        + ": the application gets these ticks twice. A price model expects them once, and"
                                        + " a copy that the application takes after a newer tick looks regressed. Use"
                                        + " carries or pairs to separate the venues"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            {A: {}, B: {}}                                        ! ''
            {A: {pairs: EUR/USD}}                                 ! ''
            {A: {carries: ALPHA}}                                 ! no venue sends EUR/USD of BETA, USD/JPY of BETA: the application
            {A: {carries: ALPHA}, B: {carries: BETA, pairs: USD/JPY}} ! no venue sends EUR/USD of BETA: the application
            {A: {}, B: {pairs: [EUR/USD, EUR/UDS]}}               ! B has EUR/UDS: the recording has no such pair
            {A: {symbol: {EUR/USD: 1, USD/JPY: 2, USD/JPX: 3}}}   ! A has USD/JPX: the recording
            """)
    void warnsAboutUnsentTicksAndUnknownPairs(String venues, String warning) {
        List<String> warnings = warnings(venues, false);
        if (warning.isEmpty()) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().asString().startsWith("--venues: " + warning);
        }
    }

    @Test
    void warningShowsAtMostThreeFindings() {
        assertThat(warnings("{A: {}, B: {}, C: {}, D: {}}", true))
                .singleElement()
                .asString()
                .contains("A and B both", "A and D both", " and 3 more: ")
                .doesNotContain("C and D");
    }

    @Test
    void requiresFeedWithoutPortForVenuesFile() {
        String expected = ", expected fix://HOST:0 with --venues, whose file sets the ports";
        for (String feed : List.of("tcp://h:0", "fix://h:5000", "fix://h:0?send-buffer=4096", "fix://h")) {
            assertThatThrownBy(() -> FixFeedProvider.withVenues(feed, Path.of("x")))
                    .hasMessage("--feed: '" + feed + "'" + expected);
        }
        assertThatThrownBy(() -> Feeds.BUILT_IN.check("fix://127.0.0.1:9?venues=x.yaml"))
                .hasMessage("--feed: 'fix://127.0.0.1:9'" + expected);
        assertThatThrownBy(() -> Feeds.BUILT_IN.check("fix://127.0.0.1:0?send-buffer=4096"))
                .hasMessage("--feed: 'fix://127.0.0.1:0?send-buffer=4096' has options, expected fix://HOST:PORT alone;"
                        + " settings of a venue belong in --venues");
        assertThatThrownBy(() -> Feeds.BUILT_IN.check("fix://127.0.0.1:0?venues=none.yaml", Markets.NONE))
                .hasMessage("--venues: none.yaml: no such file");
    }
}
