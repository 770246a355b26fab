package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output of {@code t2q check-app} for working and failing applications. */
class CheckAppIT {
    private static final String STRANGER = "{java} -jar '" + T2qProcess.jar()
            + "' pricing-app --feed {feed} --fix-port {fixPort} --sessions {sessions}";

    @TempDir
    private Path folder;

    /** Runs check-app with a line of options and further options. */
    private T2qProcess check(int expectedStatus, String line, String... options) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> arguments = new ArrayList<>(T2qProcess.words("-Djava.io.tmpdir=" + temporary + " -jar "
                + T2qProcess.jar() + " check-app --sessions 2 --recording "
                + Scenario.recording(folder, "--length", "1min", "--pairs", "3")));
        arguments.addAll(T2qProcess.words(line));
        arguments.addAll(List.of(options));
        T2qProcess process =
                T2qProcess.startJava(folder, arguments.toArray(String[]::new)).ended(expectedStatus);
        assertNothingLeft(temporary);
        return process;
    }

    private static void assertNothingLeft(Path temporary) throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("t2q")))
                    .isEmpty();
        }
        Processes.awaitNone(temporary);
    }

    @Test
    void showsThePathOfATickWithMessagesOfBothSides() throws Exception {
        String out = check(0, "--feed", "tcp://127.0.0.1:0").out();
        assertThat(out)
                .contains("market data to the application: tcp://127.0.0.1:")
                .contains("clients: 2 of 2 connected")
                .containsPattern("session 00 > 8=FIX.4.4\\|.*35=A\\|")
                .containsPattern("session 00 < 8=FIX.4.4\\|.*35=A\\|")
                .containsPattern("session 00 > 8=FIX.4.4\\|.*35=V\\|")
                .containsPattern(
                        "(?s)tick [0-9]+: [A-Z/]{7} bid [0-9.]+ ask [0-9.]+\n  tcp://[^ ]+ > 00000042eb5034000100ea1c")
                .containsPattern(
                        "its quote, received [^ ]+ [mun]?s after the tick was sent: .*, matched by id [0-9]+ in 278\n"
                                + "  session 0[01] < 8=FIX.4.4\\|.*35=W\\|.*278=")
                .containsPattern("OK: the tick was answered in 2 of 2 sessions");
    }

    /** The built-in application started as a user's, which connects to its clients and quotes without subscriptions. */
    @Test
    @LongProof
    void showsAnApplicationThatConnects() throws Exception {
        String connecting = STRANGER.replace("--fix-port {fixPort}", "--connect {acceptHost}:{acceptPort}");
        Path hub = T2qProcess.root().resolve("docs/dialects/hub-like.yaml");
        T2qProcess process = check(
                0,
                "--session-template " + hub + " --id-tag 117",
                "--app",
                connecting + " --dialect hub-like --echo 117");
        assertThat(process.out())
                .containsPattern("session 00 < .*35=A\\|.*\n  session 00 > .*35=A\\|.*\n  session 00 < .*35=S\\|")
                .contains("OK: the tick was answered in 2 of 2 sessions");
        assertThat(process.err()).doesNotContain("warning");
    }

    /** Messages are shown unencrypted. */
    @Test
    @LongProof
    void showsThePathOfATickFromAFixVenueOverTls() throws Exception {
        TlsParty tls = TlsParty.in(folder);
        Path venues = tls.venues("VENUE: {tls: {" + tls.venue() + "}}");
        assertThat(check(0, "--venues", venues.toString(), "--app-args", tls.trust())
                        .out())
                .containsPattern("market data to the application: fix://127.0.0.1:[1-9][0-9]* \\(VENUE\\)\n")
                .containsPattern("127.0.0.1:[0-9]+ < 8=FIX.4.4\\|.*35=A\\|.*56=VENUE\\|")
                .containsPattern("127.0.0.1:[0-9]+ > 8=FIX.4.4\\|.*35=A\\|.*49=VENUE\\|")
                .containsPattern("127.0.0.1:[0-9]+ < 8=FIX.4.4\\|.*35=V\\|")
                .containsPattern("(?s)tick [0-9]+: .*\n  127.0.0.1:[0-9]+ > 8=FIX.4.4\\|.*35=W\\|.*\nits quote, ")
                .containsPattern("OK: the tick was answered in 2 of 2 sessions");
    }

    @Test
    @FullProof
    void reportsHowFarAnApplicationGotAtAFixVenue() throws Exception {
        String application = STRANGER.replace("{feed}", "'{feed}?target=OTHER' --pairs EUR/USD:0.0001:0.00001");
        assertThat(check(4, "--feed fix://127.0.0.1:0 --pairs EUR/USD --start-limit 3s", "--app", application)
                        .out())
                .contains("Logon with 49=PRICING 56=OTHER, expected 49=PRICING 56=VENUE")
                .containsPattern(
                        "PROBLEM: The venue did not accept the application's Logon.\n.* < 8=FIX.4.4\\|.*35=A\\|")
                .contains("advice: Its CompIDs or FIX version differ from the venue's");
    }

    /** Retries would be rejected as well. */
    @Test
    @FullProof
    void doesNotWaitForABuiltInApplicationWhoseLogonWasRefused() throws Exception {
        Path venues = T2qProcess.root().resolve("docs/venues/lmax-like.yaml");
        assertThat(check(4, "--venues", venues.toString(), "--match", "price").out())
                .containsPattern("market data to the application: fix://127.0.0.1:[1-9][0-9]* \\(LMXBDM\\)\n")
                .contains("FAILED: a message of the built-in application was rejected: LMXBDM to PRICING: 35=A: ")
                .contains("WRONG: The venue answered the application's Logon with a Logout: ")
                .contains("The built-in application has no username and no password.");
    }

    @ParameterizedTest(name = "{0}")
    @FullProof
    @CsvSource(
            delimiter = ';',
            value = {
                "--no-stores; TLS: .*certificate_unknown, expected .*, trust in the certificate of .*venue.p12",
                "trust; TLS: .*, expected .* and a client certificate trusted by .*trust.p12",
                "trust own --tls-protocols TLSv1.2; TLS: .*TLSv1.2.*, expected TLSv1.3, trust",
            })
    void reportsWhyAVenueRejectsTlsOfAnApplication(String options, String why) throws Exception {
        TlsParty tls = TlsParty.in(folder);
        Path venues = tls.venues("LONDON: {tls: {" + tls.venue() + ", " + tls.venueTrust() + ", protocols: TLSv1.3}}");
        String arguments =
                options.replace("--no-stores", "").replace("trust", tls.trust()).replace(" own", " " + tls.own());
        assertThat(check(4, "--start-limit", "3s", "--venues", venues.toString(), "--app-args", arguments)
                        .out())
                .containsPattern("FAILED: .*LONDON," + " connection from [0-9.:]+: " + why)
                .contains("PROBLEM: The application did not log on to the venue.", "If the venue rejected its TLS");
    }

    @Test
    @LongProof
    void listsTheTagsOfAQuoteWithoutATickId() throws Exception {
        assertThat(check(4, "--app", STRANGER + " --echo 5000", "--id-tag", "299")
                        .out())
                .contains(
                        "PROBLEM: The quote has no tick id: expected a number (decimal) in tag 299. Its fields: 5000=")
                .contains("advice: Set the tag with --id-tag");
    }

    @FullProof
    @Test
    void matchesByPriceAndReportsAnUnexplainedPrice() throws Exception {
        assertThat(check(0, "--match", "price", "--app", STRANGER + " --echo none", "--half-spreads", "0,1,2,3,5")
                        .out())
                .contains("matched by price");
        assertThat(check(4, "--match", "price", "--app", STRANGER + " --skew 7000", "--half-spreads", "0,1,2,3,5")
                        .out())
                .contains(
                        "PROBLEM: No tick explains the quote's price bid ",
                        "the tick before the quote has bid ",
                        "--skew");
    }

    @Test
    @LongProof
    void reportsWhyASubscriptionOrTheApplicationFailed() throws Exception {
        assertThat(check(4, "--app", "sh -c 'echo no licence; exit 7'").out())
                .contains(
                        "FAILED: the application ended: exit status 7",
                        "last lines of the application's output:\n  no licence");
        Path symbols = Files.writeString(
                folder.resolve("symbols.yaml"),
                "defaults:\n  symbol: {tag: 55, naming: mapped}\nsymbols: {EUR/USD: EURUSD.x, USD/JPY: USD/JPY, GBP/USD: GBP/USD}\n");
        assertThat(check(4, "--session-template", symbols.toString()).out())
                .contains("was rejected: unknown symbol: EURUSD.x")
                .containsPattern("session 0[01] < .*35=Y.*281=0")
                .contains("advice: Set the application's names of the pairs with 'symbols' in --session-template");
    }

    @Test
    @FullProof
    void reportsAnUnknownSessionOfAConnectingApplication() throws Exception {
        Path hub = Files.writeString(folder.resolve("hub.yaml"), "defaults: {accept: 0, targetCompId: BANK}\n");
        assertThat(check(4, "--start-limit", "3s", "--session-template", hub.toString())
                        .out())
                .contains("FAILED: not all of 2 sessions were logged on at 127.0.0.1:")
                .contains("a connection was refused: Logon with 49=PRICING 56=CLIENT-0")
                .contains("expected 49=BANK 56=CLIENT-00, 49=BANK 56=CLIENT-01");
    }

    @Test
    @FullProof
    void reportsAnUnansweredLogonWithoutThePassword() throws Exception {
        Path secret = Files.writeString(
                folder.resolve("secret.yaml"),
                "defaults:\n  targetCompId: NOBODY\n  username: me\n  password: file:" + folder.resolve("pw") + "\n");
        Files.writeString(folder.resolve("pw"), "hunter2");
        T2qProcess stranger = check(4, "--start-limit", "3s", "--session-template", secret.toString());
        assertThat(stranger.out())
                .contains("The Logon of session 00 was not answered.", "56=NOBODY", "554=***")
                .contains("Compare 8, 49 and 56");
        assertThat(stranger.texts()).doesNotContain("hunter2");
    }

    @ParameterizedTest(name = "{0}")
    @FullProof
    @CsvSource(
            delimiter = ';',
            value = {
                "LOGS_OUT; The Logon was answered with a Logout: unknown user; username and password in --session-template",
                "ANSWERS_NO_REQUEST; was neither answered (35=W) nor rejected (35=Y).; Check that the application reads the market data.",
                "REFUSES; A request of session 00 was rejected: too many requests; Raise the application's limits or permissions",
                "KNOWS_NO_REQUEST; A request of session 00 was rejected: unsupported message type; Set the form of the request",
                "NAMES_OTHER_TICKS; in tag 278 is not an id of the; Let the application echo the id",
                "NUMBERS_BEGIN_AGAIN; received MsgSeqNum (34) 1, expected ; Let the application number its messages consecutively",
                "QUOTES_ONCE; although the pairs have first prices.; Check that these ticks change the application's prices",
                "TAKES_NO_FEED; did not read the market data at tcp://127.0.0.1:; Pass the feed's address to the application with {feed}",
            })
    void reportsTheProblemWithAdvice(FailingApplication.Fault fault, String wrong, String mend) throws Exception {
        Path template = Files.writeString(folder.resolve("per-pair.yaml"), "defaults: {subscription: per-pair}\n");
        String application = "{java} -cp '" + T2qProcess.classes() + "' " + FailingApplication.class.getName() + " "
                + fault + " {fixPort} {feed}";
        String out = check(
                        4,
                        "--feed tcp://127.0.0.1:0 --start-limit 3s --drain 500ms --session-template " + template,
                        "--app",
                        application)
                .out();
        assertThat(out).containsPattern("PROBLEM: .*" + Pattern.quote(wrong)).contains("advice: ", mend);
    }
}
