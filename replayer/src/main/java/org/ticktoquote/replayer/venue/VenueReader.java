package org.ticktoquote.replayer.venue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.replayer.feed.Markets;

/** Reads one venue of a {@link VenuesFile}. Reports faults as problems in the section's file. */
final class VenueReader {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_STORED = 10_000;
    private static final long MAX_HEARTBEAT_S = 3600;
    private static final long MIN_SLICE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_SLICE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final String PASSWORD = "password";
    private static final String A_PASSWORD = SymbolReader.A_VALUE + ", or env:NAME or file:PATH";
    private static final Map<String, String> UPDATE_TYPES = Map.of("0", "0", "1", "1");

    private final String name;
    private final YamlSection section;
    private final Path folder;
    private final Markets markets;

    /** @param folder of the file, to which its paths are relative */
    VenueReader(String name, YamlSection section, Path folder, Markets markets) {
        this.folder = folder;
        this.name = name;
        this.section = section;
        this.markets = markets;
    }

    /** Returns the venue. Uses a default for a faulty value, after reporting the problem. */
    VenueSetup read() {
        List<Integer> carries = carries();
        FixVersion version = Objects.requireNonNullElse(
                section.value("version", "one of " + String.join(", ", FixVersion.names()), FixVersion::of),
                FixVersion.FIX_44);
        SymbolReader symbols = new SymbolReader(section);
        VenueSetup setup = new VenueSetup(
                name,
                number("port", 0, MAX_PORT, 0),
                version,
                applications(),
                carries,
                symbols.read(markets.instruments()),
                symbols.unknownPairs(markets.instruments()),
                Objects.requireNonNullElse(section.value("updateType", "0 or 1", UPDATE_TYPES::get), ""),
                MessageFormat.read(section, carries.size()),
                sliceNs(),
                logon(),
                new DictionaryReader(section, folder).read(version),
                tls(),
                number("resends", 0, MAX_STORED, 0));
        section.reportUnknownKeys("docs/venues.md");
        return setup;
    }

    private @Nullable FixTls tls() {
        YamlSection tls = section.section("tls");
        return tls == null ? null : new TlsReader(tls, folder).read();
    }

    private long sliceNs() {
        Long given = section.value("slice", "a time of 1ms to 60s, such as 50ms", text -> {
            long ns = DurationText.parse(text);
            return ns < MIN_SLICE_NS || ns > MAX_SLICE_NS ? null : ns;
        });
        return given == null ? 0 : given;
    }

    private int number(String key, int least, int most, int otherwise) {
        Long given = section.number(key, least, most);
        return given == null ? otherwise : given.intValue();
    }

    private List<String> applications() {
        List<String> given = section.distinct(
                "applications",
                "a CompID: " + Names.EXPECTED,
                text -> Names.FORM.matcher(text).matches() ? text : null);
        return given == null ? VenueSetup.plain(0, markets).applications() : given;
    }

    /** Returns the ids of the carried venues. Without a recording, accepts any name. */
    private List<Integer> carries() {
        List<String> known = markets.venues();
        String expected = known.isEmpty() ? "a venue of the recording" : "one of " + String.join(", ", known);
        List<String> given =
                section.distinct("carries", expected, text -> known.isEmpty() || known.contains(text) ? text : null);
        if (given == null) {
            return IntStream.range(0, known.size()).boxed().toList();
        }
        return given.stream().map(known::indexOf).filter(place -> place >= 0).toList();
    }

    private static @Nullable String password(YamlSection rules) {
        String given = rules.value(PASSWORD, A_PASSWORD, text -> text);
        if (given == null || !Secret.isReference(given)) {
            return rules.value(PASSWORD, A_PASSWORD, SymbolReader::fixValue);
        }
        try {
            String password = SymbolReader.fixValue(new Secret(given).resolve());
            if (password == null) {
                rules.problemAt(
                        PASSWORD,
                        Problem.of(PASSWORD)
                                .value(given)
                                .fault("does not contain a password")
                                .expected(A_PASSWORD));
            }
            return password;
        } catch (ProblemException wrong) {
            wrong.problems().forEach(problem -> rules.problemAt(PASSWORD, problem));
            return null;
        }
    }

    private LogonRules logon() {
        YamlSection rules = section.section("logon");
        if (rules == null) {
            return LogonRules.OPEN;
        }
        String username = rules.value("username", SymbolReader.A_VALUE, SymbolReader::fixValue);
        String password = password(rules);
        Long least = rules.number("leastHeartbeat", 1, MAX_HEARTBEAT_S);
        Long most = rules.number("mostHeartbeat", 1, MAX_HEARTBEAT_S);
        Boolean reset = rules.value("reset", "true or false", Map.of("true", true, "false", false)::get);
        LogonRules logon = new LogonRules(
                Objects.requireNonNullElse(username, ""),
                Objects.requireNonNullElse(password, ""),
                Objects.requireNonNullElse(least, 1L).intValue(),
                Objects.requireNonNullElse(most, MAX_HEARTBEAT_S).intValue(),
                Objects.requireNonNullElse(reset, true));
        if (logon.leastHeartbeatS() > logon.mostHeartbeatS()) {
            rules.problemAt("mostHeartbeat", "at least leastHeartbeat, which is " + logon.leastHeartbeatS());
        }
        rules.reportUnknownKeys();
        return logon;
    }
}
