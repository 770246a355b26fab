package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.SessionSetup.ReadPause;
import org.ticktoquote.clients.config.SessionSetup.SessionAddress;
import org.ticktoquote.clients.config.SessionSetup.SubscriptionMode;
import org.ticktoquote.clients.config.SessionSetup.Tls;
import org.ticktoquote.clients.config.SetupReader.Template;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.marketdata.RequestTemplate.Part;
import quickfix.field.MDReqID;
import quickfix.field.MsgType;

/**
 * Resolves one session from plan and template. {@code {index}} in a name is replaced by the session's number, with at least
 * two digits.
 */
final class SessionReader {
    /** Document that lists all keys. */
    static final String REFERENCE = "docs/fix-clients.md";

    /** Tags whose values are secrets: Password, RawData, NewPassword, EncryptedPassword, EncryptedNewPassword. */
    private static final Set<Integer> SECRET_TAGS = Set.of(554, 96, 925, 1402, 1404);

    /** Keys that are not allowed with {@code accept}, each with the expectation of its error message. */
    private static final Map<String, String> ACCEPTING = new TreeMap<>(Map.of(
            "connect", "none with 'accept' (the application connects)",
            "username", "none with 'accept' (the application's Logon sets it)",
            "password", "none with 'accept' (the application's Logon sets it)",
            "heartbeat", "none with 'accept' (the application's Logon sets it)"));

    private static final String MAPPED = "mapped";
    private static final String NAMING = "slash (EUR/USD), plain (EURUSD) or mapped (by the template's symbols)";
    private static final String NUMBERS = "numbers";
    private static final String PASSWORD = "password";
    private static final int MAX_BOOK_DEPTH = 10_000;
    private static final int DEFAULT_BOOK_DEPTH = 128;

    private static final long DEFAULT_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final ClientsPlan plan;
    private final Template template;
    private final StoreCheck stores;
    private final Problems problems;

    SessionReader(ClientsPlan plan, Template template, StoreCheck stores, Problems problems) {
        this.plan = plan;
        this.template = template;
        this.stores = stores;
        this.problems = problems;
    }

    SessionSetup read(int index) {
        Layers layers = template.session(index);
        SessionAddress address = address(layers, index);
        Map<Integer, String> tags = new TreeMap<>();
        Map<Integer, Secret> secretTags = new TreeMap<>();
        readTags(layers.below("logonTags"), tags, secretTags);
        Map<Integer, String> headerTags = new TreeMap<>();
        readTags(layers.below("headerTags"), headerTags, null);
        Layers symbol = layers.below("symbol");
        SubscriptionMode asking =
                layers.value("subscription", SubscriptionMode.EXPECTED, SubscriptionMode::of, SubscriptionMode.ALL);
        int symbolTag = symbolTag(symbol, asking);
        SessionSetup setup = new SessionSetup(
                index,
                named(layers, "name", "client-{index}", index),
                address,
                new SessionSetup.Header(
                        word(
                                layers,
                                "beginString",
                                "one of " + String.join(", ", FixVersion.names()),
                                FixVersion.names(),
                                FixVersion.FIX_44.text()),
                        named(layers, "senderCompId", "CLIENT-{index}", index),
                        named(layers, "targetCompId", "PRICING", index),
                        named(layers, "senderSubId", "", index),
                        named(layers, "targetSubId", "", index),
                        headerTags),
                new SessionSetup.Logon(
                        named(layers, "username", "", index),
                        password(layers),
                        tags,
                        secretTags,
                        heartbeatS(layers),
                        isTrue(layers, "resetOnLogon", !address.accepts()),
                        numbers(layers)),
                new SessionSetup.Requests(
                        asking,
                        symbolTag,
                        word(layers, "zeroSize", "none or price", List.of("none", "price"), "none")
                                .equals("price"),
                        bookDepth(layers),
                        request(layers, asking, symbolTag)),
                tls(layers),
                readPause(layers),
                pairs(layers, symbol));
        symbol.reportUnknownKeys(REFERENCE);
        layers.reportUnknownKeys(REFERENCE);
        return setup;
    }

    private static String word(Layers layers, String key, String expected, List<String> words, String otherwise) {
        return layers.value(key, expected, text -> words.contains(text) ? text : null, otherwise);
    }

    private static boolean isTrue(Layers layers, String key, boolean otherwise) {
        return Boolean.parseBoolean(
                word(layers, key, "true or false", List.of("true", "false"), Boolean.toString(otherwise)));
    }

    private static String named(Layers layers, String key, String otherwise, int index) {
        return layers.text(key, otherwise).replace("{index}", String.format(Locale.ROOT, "%02d", index));
    }

    private static int heartbeatS(Layers layers) {
        Long ns = layers.value("heartbeat", "whole seconds from 1s to 3600s, as in 30s", text -> {
            long duration = DurationText.parse(text);
            boolean whole = duration % TimeUnit.SECONDS.toNanos(1) == 0;
            long seconds = TimeUnit.NANOSECONDS.toSeconds(duration);
            return whole && seconds >= 1 && seconds <= 3600 ? duration : null;
        });
        return ns == null ? 30 : (int) TimeUnit.NANOSECONDS.toSeconds(ns);
    }

    private @Nullable String numbers(Layers layers) {
        String folder = layers.value(NUMBERS, "the path of a directory", text -> {
            Path unused = Path.of(text);
            return text;
        });
        stores.checkFolder(layers, NUMBERS, folder);
        return folder;
    }

    private static int bookDepth(Layers layers) {
        Integer depth = layers.value("bookDepth", "a number from 1 to " + MAX_BOOK_DEPTH, text -> {
            int number = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
            return number >= 1 && number <= MAX_BOOK_DEPTH ? number : null;
        });
        return depth == null ? DEFAULT_BOOK_DEPTH : depth;
    }

    private static RequestTemplate request(Layers layers, SubscriptionMode asking, int symbolTag) {
        RequestTemplate form =
                new RequestReader(asking == SubscriptionMode.PER_PAIR, symbolTag).read(layers.below("request"));
        if (asking == SubscriptionMode.NONE) {
            layers.problemAt("request", "none with 'subscription: none'");
        }
        return form;
    }

    private @Nullable Secret password(Layers layers) {
        Secret password = layers.value(PASSWORD, Secret.EXPECTED, Secret::new);
        stores.check(layers, PASSWORD, password);
        return password;
    }

    /** Reads tags. Values can be secrets if there is a map for them. */
    private void readTags(Layers section, Map<Integer, String> tags, @Nullable Map<Integer, Secret> secretTags) {
        for (String key : section.allKeys()) {
            String value = section.text(key, "");
            int tag = key.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(key) : 0;
            if (tag == 0) {
                section.problemAt(key, "a FIX tag number");
            } else if (RequestReader.TAKEN.contains(tag)) {
                section.problemAt(key, "a tag that the FIX engine does not set itself");
            } else if (secretTags != null && Secret.isReference(value)) {
                secretTags.put(tag, new Secret(value));
                stores.check(section, key, new Secret(value));
            } else if (SECRET_TAGS.contains(tag)) {
                section.problemAt(key, Secret.EXPECTED);
            } else {
                tags.put(tag, value);
            }
        }
    }

    private int symbolTag(Layers symbol, SubscriptionMode asking) {
        int number =
                Integer.parseInt(word(symbol, "tag", "55, 48, 262 or 299", List.of("55", "48", "262", "299"), "55"));
        if (number == MDReqID.FIELD && asking != SubscriptionMode.PER_PAIR) {
            symbol.problemAt("tag", "55, 48 or 299, or 'subscription: per-pair' (one pair per request)");
        }
        if (number == plan.echo().tag()) {
            symbol.problemAt("tag", "a tag other than " + number + ", which echoes the tick id");
        }
        return number;
    }

    private SessionAddress address(Layers layers, int index) {
        Endpoint endpoint = layers.value("connect", Endpoint.EXPECTED, Endpoint::parse);
        SessionAddress accepting = layers.value("accept", SessionAddress.EXPECTED, SessionAddress::accepting);
        if (accepting != null) {
            ACCEPTING.forEach((key, expected) -> layers.problemAt(key, expected));
            return accepting;
        }
        endpoint = endpoint == null ? plan.connect() : endpoint;
        if (endpoint == null) {
            problems.add(Problem.of("--connect")
                    .fault("session " + index + " has no host and port")
                    .expected("HOST:PORT, or 'connect' or 'accept' in the template"));
            endpoint = new Endpoint("", 0);
        }
        return new SessionAddress(endpoint, false);
    }

    private @Nullable Tls tls(Layers layers) {
        Layers tls = layers.below("tls");
        if (tls.isEmpty()) {
            return null;
        }
        List<String> known = TlsStores.protocols();
        List<String> protocols = tls.distinct(
                "protocols", "one of " + String.join(", ", known), text -> known.contains(text) ? text : null);
        Tls setup = new Tls(
                tls.value("trustStore", "a file", text -> text),
                tls.value("trustStorePassword", Secret.EXPECTED, Secret::new),
                tls.value("keyStore", "a file", text -> text),
                tls.value("keyStorePassword", Secret.EXPECTED, Secret::new),
                protocols == null ? List.of() : protocols,
                isTrue(tls, "verifyHost", true));
        stores.check(tls, setup);
        tls.reportUnknownKeys(REFERENCE);
        return setup;
    }

    private static @Nullable ReadPause readPause(Layers layers) {
        Layers section = layers.below("readPause");
        if (section.isEmpty()) {
            return null;
        }
        String expected = "a duration up to 1h, as in 500ms";
        ReadPause pause = new ReadPause(
                section.value("every", expected, DurationText::parseUpToAnHour, DEFAULT_PAUSE_NS),
                section.value("length", expected, DurationText::parseUpToAnHour, DEFAULT_PAUSE_NS));
        section.reportUnknownKeys(REFERENCE);
        return pause;
    }

    private List<Pair> pairs(Layers layers, Layers symbol) {
        String naming = word(symbol, "naming", NAMING, List.of("slash", "plain", MAPPED), "slash");
        Set<String> known = plan.instrumentIds().keySet();
        List<String> chosen = layers.distinct(
                "pairs",
                "a pair of this run, such as "
                        + String.join(", ", known.stream().limit(10).toList()),
                pair -> known.contains(pair) ? pair : null);
        List<Pair> pairs = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String pair : chosen == null ? known : chosen) {
            Integer id = plan.instrumentIds().get(pair);
            String key = key(naming, pair);
            if (key == null) {
                symbol.problemAt("naming", "an entry '" + pair + ": NAME' under the template's symbols");
            } else if (!keys.add(key)) {
                symbol.problemAt("naming", "a name of " + pair + " that no other pair has, not " + key);
            } else if (id != null) {
                pairs.add(new Pair(id, pair, key));
            }
        }
        return pairs;
    }

    /** Returns the counterparty's name of a pair; null if the template has none. */
    private @Nullable String key(String naming, String pair) {
        if (naming.equals(MAPPED)) {
            String name = template.symbols().get(pair);
            return name == null || name.isEmpty() ? null : name;
        }
        return naming.equals("plain") ? pair.replace("/", "") : pair;
    }

    /**
     * Checks the secrets, TLS stores and folders that a template names, each store once for all sessions. A failure is
     * reported as a problem of the key.
     */
    static final class StoreCheck {
        private final boolean opens;
        private final Map<Tls, List<Problem>> ofStores = new HashMap<>();

        /** @param opens false to open nothing, if the template is only parsed or its files are on another host */
        StoreCheck(boolean opens) {
            this.opens = opens;
        }

        void check(Layers layers, String key, @Nullable Secret secret) {
            if (opens && secret != null) {
                try {
                    String unused = secret.resolve();
                } catch (ProblemException refusal) {
                    refusal.problems().forEach(problem -> layers.problemAt(key, problem));
                }
            }
        }

        void checkFolder(Layers layers, String key, @Nullable String folder) {
            if (opens && folder != null) {
                try {
                    Path unused = UserPath.outputFolder(Path.of(folder));
                } catch (ProblemException refusal) {
                    refusal.problems().forEach(problem -> layers.problemAt(key, problem));
                }
            }
        }

        void check(Layers section, Tls tls) {
            if (opens) {
                ofStores.computeIfAbsent(tls, StoreCheck::problems)
                        .forEach(problem -> section.problemAt(problem.about().orElse(TlsStores.TRUST_STORE), problem));
            }
        }

        private static List<Problem> problems(Tls tls) {
            try {
                var unused = tls.stores().context();
                return List.of();
            } catch (ProblemException refusal) {
                return refusal.problems();
            }
        }
    }

    /** Reads {@code request} of a session template: type, id and fields of the requests for prices. */
    private static final class RequestReader {
        private static final Pattern TAG = Pattern.compile("[1-9][0-9]{0,4}");
        private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]*)}");
        private static final Set<String> OF_SESSION = Set.of("session", "logon", "number", "instrument");
        private static final Set<String> OF_PAIR = Set.of("key", "symbol", "base", "terms");
        /** Header and trailer fields that QuickFIX/J sets. */
        static final Set<Integer> TAKEN = Set.of(8, 9, 10, 34, 35, 43, 49, 52, 56);

        private static final String ID = "id";
        private static final String BODY = "body";

        private final boolean onePerPair;
        private final int symbolTag;

        RequestReader(boolean onePerPair, int symbolTag) {
            this.onePerPair = onePerPair;
            this.symbolTag = symbolTag;
        }

        RequestTemplate read(Layers section) {
            String type = section.value(
                    "type",
                    "V (MarketDataRequest) or R (QuoteRequest)",
                    text -> Set.of(MsgType.MARKET_DATA_REQUEST, MsgType.QUOTE_REQUEST)
                                    .contains(text)
                            ? text
                            : null,
                    MsgType.MARKET_DATA_REQUEST);
            String id = section.value(
                    ID,
                    onePerPair
                            ? "a text with {number} or {instrument}, which makes each request's id unique"
                            : "a text with no placeholders but {session}, {logon}, {number} and {instrument}",
                    this::id,
                    RequestTemplate.DEFAULT_ID);
            @Nullable List<Part> body = null;
            for (YamlSection layer : section.sections()) {
                YamlSection fields = layer.section(BODY);
                if (fields != null) {
                    List<Part> parts = parts(fields, onePerPair);
                    check(layer, parts);
                    body = body == null ? parts : body;
                }
            }
            section.reportUnknownKeys(SessionReader.REFERENCE);
            return new RequestTemplate(type, id, body == null ? RequestTemplate.defaultBody(type, symbolTag) : body);
        }

        private @Nullable String id(String text) {
            boolean known = placeholders(text).stream()
                    .allMatch(name -> OF_SESSION.contains(name) || (onePerPair && OF_PAIR.contains(name)));
            boolean distinct = !onePerPair
                    || placeholders(text).stream()
                            .anyMatch(name ->
                                    OF_PAIR.contains(name) || name.equals("number") || name.equals("instrument"));
            return known && distinct ? text : null;
        }

        private static List<String> placeholders(String text) {
            return PLACEHOLDER.matcher(text).results().map(RequestReader::name).toList();
        }

        private static String name(MatchResult placeholder) {
            return placeholder.group(1);
        }

        private void check(YamlSection layer, List<Part> parts) {
            if (parts.stream().flatMap(Part::texts).noneMatch(text -> text.contains("{id}"))) {
                layer.problemWithWhole(BODY, "a field with the request's id, as in 262: '{id}'");
            }
            boolean named = parts.stream().anyMatch(Part::eachPair)
                    || onePerPair
                            && parts.stream()
                                    .flatMap(Part::texts)
                                    .flatMap(text -> placeholders(text).stream())
                                    .anyMatch(OF_PAIR::contains);
            if (!named) {
                layer.problemWithWhole(
                        BODY,
                        onePerPair
                                ? "a field with the pair, as in 146: {55: '{key}'}"
                                : "a group with one entry per pair, as in 146: {55: '{key}'}");
            }
        }

        private List<Part> parts(YamlSection section, boolean aboutPair) {
            List<Part> parts = new ArrayList<>();
            for (String key : section.allKeys()) {
                int tag = TAG.matcher(key).matches() ? Integer.parseInt(key) : 0;
                if (tag == 0 || TAKEN.contains(tag)) {
                    section.problemWithKey(key, "a FIX tag of the body");
                } else {
                    Part part = part(section, key, tag, aboutPair);
                    if (part != null) {
                        parts.add(part);
                    }
                }
            }
            return parts;
        }

        private @Nullable Part part(YamlSection section, String key, int tag, boolean aboutPair) {
            YamlSection ofEachPair = section.isSection(key) ? section.section(key) : null;
            if (ofEachPair != null) {
                return Part.ofEachPair(tag, parts(ofEachPair, true));
            }
            List<YamlSection> entries = section.isList(key) ? section.sections(key) : null;
            if (entries != null) {
                return Part.group(
                        tag,
                        entries.stream().map(entry -> parts(entry, aboutPair)).toList());
            }
            String value = section.value(
                    key,
                    aboutPair
                            ? "a text with no placeholders but {id}, {key}, {symbol}, {base}, {terms}, {session}, {logon},"
                                    + " {number} and {instrument}"
                            : "a text with no placeholders but {id}, {session}, {logon}, {number} and {instrument}",
                    text -> sound(text, aboutPair) ? text : null);
            return value == null ? null : Part.field(tag, value);
        }

        private static boolean sound(String text, boolean aboutPair) {
            return placeholders(text).stream()
                    .allMatch(name ->
                            name.equals(ID) || OF_SESSION.contains(name) || (aboutPair && OF_PAIR.contains(name)));
        }
    }
}
