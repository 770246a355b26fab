package org.ticktoquote.replayer.venue;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.venue.VenueSetup.LogonRules;

/** Reads a file that declares FIX venues ({@code docs/venues.md}). Reports faults as problems in the file. */
public final class VenueReader {
    private static final int MAX_VENUES = 64;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_STORED = 10_000;
    private static final long MAX_HEARTBEAT_S = 3600;
    private static final long MIN_SLICE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_SLICE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final String PASSWORD = "password";
    private static final String KEY_STORE = TlsStores.KEY_STORE;
    private static final String TRUST_STORE = TlsStores.TRUST_STORE;
    private static final String A_STORE = "a PKCS12 or JKS file";
    private static final String A_PASSWORD = SymbolReader.A_VALUE + ", or env:NAME or file:PATH";
    private static final Map<String, String> UPDATE_TYPES = Map.of("0", "0", "1", "1");

    private final String name;
    private final YamlSection section;
    private final Path folder;
    private final Markets markets;
    private final boolean opens;

    /**
     * Creates a reader of one venue.
     *
     * @param folder folder of the file, to which its paths are relative
     * @param opens false to leave out secrets, dictionary and key stores, which are on the replayer's host
     */
    private VenueReader(String name, YamlSection section, Path folder, Markets markets, boolean opens) {
        this.folder = folder;
        this.opens = opens;
        this.name = name;
        this.section = section;
        this.markets = markets;
    }

    /**
     * Reads a file.
     *
     * @param opens false to leave out the files and secrets that the file names, which are on the replayer's host
     */
    static List<VenueSetup> read(Path file, Markets markets, boolean opens) {
        return parse(file.toString(), YamlFile.text(file), markets, opens);
    }

    /**
     * Parses a file.
     *
     * @param name its path, for problems and for relative paths in the file
     * @param markets instruments and venues to be sent
     * @throws ProblemException with all faults
     */
    public static List<VenueSetup> parse(String name, String text, Markets markets) {
        return parse(name, text, markets, true);
    }

    private static List<VenueSetup> parse(String name, String text, Markets markets, boolean opens) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(name, text, problems);
        problems.refuseIfAny();
        List<VenueSetup> venues = venues(top, folder(name), markets, opens);
        problems.refuseIfAny();
        return venues;
    }

    private static Path folder(String name) {
        Path folder = Path.of(name).getParent();
        return folder == null ? Path.of("") : folder;
    }

    private static List<VenueSetup> venues(YamlSection top, Path folder, Markets markets, boolean opens) {
        Map<String, YamlSection> named = Names.sections(top.section("venues"));
        if (named.isEmpty() || named.size() > MAX_VENUES) {
            top.problemAt("venues", "1 to " + MAX_VENUES + " venues, each with its name and settings");
        }
        List<VenueSetup> venues = new ArrayList<>();
        Set<Integer> ports = new HashSet<>();
        named.forEach((name, section) -> {
            VenueSetup venue = new VenueReader(name, section, folder, markets, opens).read();
            if (venue.port() > 0 && !ports.add(venue.port())) {
                section.problemAt("port", "a port that no other venue has");
            }
            venues.add(venue);
        });
        top.reportUnknownKeys();
        return List.copyOf(venues);
    }

    /** Returns the venue. Uses a default for a faulty value, after reporting the problem. */
    private VenueSetup read() {
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
                new DictionaryReader(section, folder, opens).read(version),
                tls(),
                number("resends", 0, MAX_STORED, 0));
        section.reportUnknownKeys("docs/venues.md");
        return setup;
    }

    /** Returns the TLS settings; null if a store has faults or is not opened. */
    private @Nullable FixTls tls() {
        YamlSection tls = section.section("tls");
        if (tls == null) {
            return null;
        }
        TlsStores stores = new TlsStores(
                file(tls, TRUST_STORE),
                tls.value(TRUST_STORE + TlsStores.PASSWORD, Secret.EXPECTED, Secret::new),
                file(tls, KEY_STORE),
                tls.value(KEY_STORE + TlsStores.PASSWORD, Secret.EXPECTED, Secret::new));
        SSLContext context = null;
        if (!tls.has(KEY_STORE)) {
            tls.problemAt(KEY_STORE, A_STORE + " with the venue's certificate and its key");
        } else if (opens && stores.keyStore() != null) {
            context = context(tls, stores);
        }
        if (!tls.has(TRUST_STORE)) {
            tls.refuseKey(
                    TRUST_STORE + TlsStores.PASSWORD,
                    "applies to a trustStore",
                    "a trustStore too, or no trustStorePassword");
        }
        List<String> protocols = protocols(tls);
        tls.reportUnknownKeys();
        return context == null ? null : new FixTls(stores, context, protocols);
    }

    private @Nullable String file(YamlSection tls, String key) {
        return tls.value(key, A_STORE, text -> {
            try {
                return folder.resolve(text).toString();
            } catch (InvalidPathException noPath) {
                return null;
            }
        });
    }

    private static @Nullable SSLContext context(YamlSection tls, TlsStores stores) {
        try {
            return stores.context();
        } catch (ProblemException wrong) {
            wrong.problems().forEach(problem -> tls.problemAt(problem.about().orElse(KEY_STORE), problem));
            return null;
        }
    }

    private static List<String> protocols(YamlSection tls) {
        List<String> all = TlsStores.protocols();
        List<String> protocols =
                tls.distinct("protocols", "one of " + String.join(", ", all), text -> all.contains(text) ? text : null);
        return protocols == null ? List.of() : protocols;
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

    private @Nullable String password(YamlSection rules) {
        String given = rules.value(PASSWORD, A_PASSWORD, text -> text);
        if (given == null || !Secret.isReference(given)) {
            return rules.value(PASSWORD, A_PASSWORD, SymbolReader::fixValue);
        }
        if (!opens) {
            return null;
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

    /**
     * Reads a venue's names of pairs. A pair that is missing from a map or from the list of pairs is not traded at the
     * venue. Reports
     * faults as problems in the section's file.
     */
    private static final class SymbolReader {
        static final String A_VALUE = "1 to 64 printable ASCII characters, none of them |";

        private static final String A_PAIR = "a pair, as in EUR/USD";
        private static final Pattern VALUE = Pattern.compile("[ -{}~]{1,64}");
        private static final Pattern PAIR = Pattern.compile("[^/]+/[^/]+");
        private static final Map<String, UnaryOperator<String>> FORMS =
                Map.of("slash", symbol -> symbol, "plain", symbol -> symbol.replace("/", ""), "none", symbol -> "");

        private final YamlSection section;
        private final Set<String> named = new LinkedHashSet<>();

        SymbolReader(YamlSection section) {
            this.section = section;
        }

        /** Returns the text if it can be a FIX value; null otherwise. */
        static @Nullable String fixValue(String text) {
            return VALUE.matcher(text).matches() ? text : null;
        }

        List<InstrumentName> read(List<Instrument> instruments) {
            List<String> known = instruments.stream().map(Instrument::symbol).toList();
            UnaryOperator<String> symbols = symbols(known);
            UnaryOperator<String> ids = map("securityId", known);
            String source = source();
            List<String> pairs = pairs(known);
            Stream.ofNullable(pairs).forEach(named::addAll);
            List<InstrumentName> names = instruments.stream()
                    .map(Instrument::symbol)
                    .map(pair -> pairs == null || pairs.contains(pair)
                            ? name(symbols.apply(pair), ids == null ? "" : ids.apply(pair), ids != null, source)
                            : InstrumentName.NONE)
                    .toList();
            if (names.stream().allMatch(InstrumentName.NONE::equals)) {
                String key = pairs == null && section.has("securityId") ? "securityId" : "symbol";
                section.problemAt(pairs == null ? key : "pairs", "one pair of the recording at least");
            }
            return names;
        }

        /**
         * Returns the named pairs that are not among the instruments. Call after {@link #read}; empty if no instrument is known.
         */
        List<String> unknownPairs(List<Instrument> instruments) {
            List<String> known = instruments.stream().map(Instrument::symbol).toList();
            return known.isEmpty()
                    ? List.of()
                    : named.stream().filter(each -> !known.contains(each)).toList();
        }

        /** Accepts pairs that are not in this recording, because a file can serve several recordings. */
        private @Nullable List<String> pairs(List<String> known) {
            return section.distinct("pairs", A_PAIR, text -> isPair(text, known) ? text : null);
        }

        private static boolean isPair(String text, List<String> known) {
            return known.contains(text) || PAIR.matcher(text).matches();
        }

        private static InstrumentName name(String symbol, String id, boolean byId, String source) {
            return byId && id.isEmpty() ? InstrumentName.NONE : new InstrumentName(symbol, id, byId ? source : "");
        }

        private UnaryOperator<String> symbols(List<String> known) {
            if (section.isSection("symbol")) {
                return Objects.requireNonNullElse(map("symbol", known), symbol -> "");
            }
            String given = section.value(
                    "symbol",
                    "slash, plain, none or a map such as {EUR/USD: 1}",
                    text -> FORMS.containsKey(text) ? text : null);
            if ("none".equals(given) && !section.has("securityId")) {
                section.problemAt("symbol", "a securityId with it");
            }
            return FORMS.getOrDefault(given == null ? "slash" : given, symbol -> symbol);
        }

        private String source() {
            String source = section.value("securityIdSource", A_VALUE, SymbolReader::fixValue);
            if (!section.has("securityId")) {
                section.refuseKey(
                        "securityIdSource", "applies to a securityId", "a securityId too, or no securityIdSource");
            }
            return source == null ? "" : source;
        }

        private @Nullable UnaryOperator<String> map(String key, List<String> known) {
            YamlSection map = section.section(key);
            if (map == null) {
                return null;
            }
            Map<String, String> names = new LinkedHashMap<>();
            Set<String> taken = new HashSet<>();
            named.addAll(map.allKeys());
            for (String pair : map.allKeys()) {
                if (!isPair(pair, known)) {
                    map.problemWithKey(pair, A_PAIR);
                }
                String text = map.value(pair, A_VALUE, SymbolReader::fixValue);
                if (text != null && !taken.add(text)) {
                    map.problemAt(pair, "a name that no other pair has");
                }
                names.put(pair, text == null ? "" : text);
            }
            return pair -> names.getOrDefault(pair, "");
        }
    }
}
