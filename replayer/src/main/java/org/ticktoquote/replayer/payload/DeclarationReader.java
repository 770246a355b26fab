package org.ticktoquote.replayer.payload;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.Key;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.replayer.payload.NumberField.Condition;
import org.ticktoquote.replayer.payload.Rewriting.Clock;
import org.ticktoquote.replayer.payload.Rewriting.Rule;
import org.ticktoquote.replayer.payload.Rewriting.WrittenValue;
import org.ticktoquote.replayer.recording.RecordedPayload;

/** Reads a payload declaration (docs/feed.md). Reports faults as problems in the file. */
final class DeclarationReader {
    private static final Pattern ADDRESS = Pattern.compile("([0-9.]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");
    private static final String AN_ADDRESS = "ADDRESS:PORT, as in 239.1.1.1:5001 or [ff15::1]:5001";
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9/._-]{1,16}");
    private static final String A_SYMBOL = "1 to 16 letters, digits and / . _ -, as in EUR/USD";
    private static final String A_PLACE = "the position of the number";
    private static final String A_KIND = "one of "
            + String.join(
                    ", ",
                    Stream.concat(WrittenValue.texts().stream(), MessageChecksum.kinds().stream())
                            .toList());
    private static final int MAX_SYMBOLS = 10_000;
    private static final int MAX_RULES = 64;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_VENUE_LENGTH = 16;
    private static final int MAX_FIELD_BYTES = 8;
    private static final long MAX_OFFSET = 65_506;
    /** Warm-up ticks have numbers above 10^12. */
    private static final int MIN_TICK_BYTES = 6;

    private static final NumberField PLACEHOLDER = new NumberField(0, 1, ByteOrder.BIG_ENDIAN);
    private static final Clock NANOSECONDS = new Clock(1, 0, false);

    private static final Key<Long> AT =
            Key.whole("at", null, -MAX_OFFSET, MAX_OFFSET, "").required(A_PLACE);
    private static final Key<Long> BYTES =
            Key.whole("bytes", null, 1, MAX_FIELD_BYTES, "").required(A_PLACE);
    private static final Key<ByteOrder> ORDER = Key.value(
            "order",
            ByteOrder.BIG_ENDIAN,
            "big or little",
            Map.of("big", ByteOrder.BIG_ENDIAN, "little", ByteOrder.LITTLE_ENDIAN)::get);

    private static final String IF = "if";
    private static final Key<Condition> CONDITION = Key.nested(IF, null, DeclarationReader::condition);
    private static final Key<List<Condition>> CONDITIONS = Key.list(IF, DeclarationReader::condition);
    private static final Key<Long> IS =
            Key.whole("is", 0L, Long.MIN_VALUE, Long.MAX_VALUE, "").required("the value that the number must have");

    private static final Key<String> LINE_VENUE =
            Key.value("venue", null, "1 to 16 letters without spaces", DeclarationReader::symbol);
    private static final Key<String> LINE_INSTRUMENT = Key.value("instrument", "", A_SYMBOL, DeclarationReader::symbol);
    private static final Key<NumberField> STEP = Key.nested("step", null, DeclarationReader::field);
    private static final Key<PayloadDeclaration.Sequence> SEQUENCE = Key.nested(
            "sequence", null, section -> new PayloadDeclaration.Sequence(field(section), STEP.find(section)));
    private static final Key<PayloadDeclaration.Instrument> INSTRUMENT = Key.nested(
            "instrument",
            null,
            section -> new PayloadDeclaration.Instrument(field(section), symbols(section), conditions(section)));

    private static final Key<List<Rule>> REWRITE = Key.list("rewrite", DeclarationReader::rule);
    private static final Key<String> WRITE = Key.<String>value(
                    "write",
                    null,
                    A_KIND,
                    text -> WrittenValue.of(text).isPresent()
                                    || MessageChecksum.kinds().contains(text)
                            ? text
                            : null)
            .required(A_KIND);
    private static final Key<Long> PLUS = Key.whole("plus", 0L, -1_000_000_000, 1_000_000_000, "");
    private static final Key<Long> UNIT = Key.value(
            "unit", 1L, "ns, us, ms or s", Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L)::get);
    private static final Key<Clock> EPOCH = Key.value(
            "epoch", NANOSECONDS, "an instant as 1970-01-01T00:00:00Z, or midnight", DeclarationReader::epoch);
    private static final Key<Long> FROM = Key.whole("from", 0L, -MAX_OFFSET, MAX_OFFSET, "");
    private static final Key<Long> TO = Key.whole("to", 0L, -MAX_OFFSET, MAX_OFFSET, "");

    private final YamlSection top;
    private final Set<InetSocketAddress> taken = new HashSet<>();

    private DeclarationReader(YamlSection top) {
        this.top = top;
    }

    static PayloadDeclaration read(YamlSection top) {
        return new DeclarationReader(top).read();
    }

    private PayloadDeclaration read() {
        List<PayloadDeclaration.Line> lines = lines();
        PayloadDeclaration.Sequence sequence = SEQUENCE.find(top);
        String decoder = top.text("decoder");
        PayloadDeclaration.Instrument instrument = INSTRUMENT.find(top);
        List<YamlSection> rules = top.sections(REWRITE.name());
        if (rules != null && rules.size() > MAX_RULES) {
            top.problemAt(REWRITE.name(), "at most " + MAX_RULES + " rules");
        }
        List<Rule> rewrites = REWRITE.read(top);
        if (sequence == null && lines.stream().anyMatch(line -> line.to().size() > 1)) {
            top.problemAt(SEQUENCE.name(), "the position of the sequence number, because a line has copies");
        }
        if (decoder != null && instrument != null) {
            top.refuseKey(INSTRUMENT.name(), "the decoder sets it", "no instrument, or no decoder");
        }
        top.reportUnknownKeys();
        return new PayloadDeclaration(lines, sequence, decoder == null ? "" : decoder, instrument, rewrites);
    }

    private List<PayloadDeclaration.Line> lines() {
        Map<String, YamlSection> named = Names.sections(top.section("lines"));
        if (named.isEmpty() || named.size() > RecordedPayload.MAX_LINES) {
            top.problemAt("lines", "1 to " + RecordedPayload.MAX_LINES + " lines, each with its name and declaration");
        }
        List<PayloadDeclaration.Line> lines = new ArrayList<>();
        named.forEach((name, line) -> lines.add(line(name, line)));
        return lines;
    }

    private PayloadDeclaration.Line line(String name, YamlSection section) {
        List<String> texts = section.oneOrMore("to");
        if (texts == null || texts.isEmpty()) {
            section.problemAt("to", AN_ADDRESS);
        }
        List<InetSocketAddress> to = Objects.requireNonNullElse(texts, List.<String>of()).stream()
                .flatMap(text -> Stream.ofNullable(address(section, text)))
                .toList();
        String venue = LINE_VENUE.find(section);
        String instrument = LINE_INSTRUMENT.read(section);
        section.reportUnknownKeys();
        String ownVenue = name.length() > MAX_VENUE_LENGTH ? name.substring(0, MAX_VENUE_LENGTH) : name;
        return new PayloadDeclaration.Line(name, to, venue == null ? ownVenue : venue, instrument);
    }

    private @Nullable InetSocketAddress address(YamlSection section, String text) {
        Matcher matcher = ADDRESS.matcher(text);
        InetSocketAddress address = matcher.matches() ? address(matcher) : null;
        if (address == null) {
            section.problemAt("to", AN_ADDRESS);
        } else if (!taken.add(address)) {
            section.problemAt("to", "addresses that no other line has");
        }
        return address;
    }

    /** Parses a numeric address without a name lookup. */
    private static @Nullable InetSocketAddress address(Matcher matcher) {
        int port = Integer.parseInt(matcher.group(2));
        try {
            return port < 1 || port > MAX_PORT
                    ? null
                    : new InetSocketAddress(InetAddress.getByName(matcher.group(1)), port);
        } catch (UnknownHostException notOne) {
            return null;
        }
    }

    private static @Nullable String symbol(String text) {
        return SYMBOL.matcher(text).matches() ? text : null;
    }

    private static Map<Long, String> symbols(YamlSection parent) {
        YamlSection names = parent.section("names");
        Map<Long, String> symbols = new HashMap<>();
        List<String> keys = names == null ? List.of() : names.allKeys();
        if (keys.isEmpty() || keys.size() > MAX_SYMBOLS) {
            parent.problemAt("names", "symbols by number, as in {1: EUR/USD}, at most " + MAX_SYMBOLS);
            return symbols;
        }
        for (String key : keys) {
            String symbol =
                    Key.value(key, "", A_SYMBOL, DeclarationReader::symbol).read(names);
            try {
                symbols.put(Long.parseLong(key), symbol);
            } catch (NumberFormatException notANumber) {
                parent.problemAt("names", "symbols by number, as in {1: EUR/USD}");
            }
        }
        return symbols;
    }

    /** Reads the position of a number. Reports faults as problems and then returns a placeholder. */
    private static NumberField field(YamlSection section) {
        Long at = AT.find(section);
        Long bytes = BYTES.find(section);
        ByteOrder order = ORDER.read(section);
        if (at == null || bytes == null) {
            return PLACEHOLDER;
        }
        if (at < 0 && at + bytes > 0) {
            section.problemAt(BYTES.name(), "at most " + -at + ": the number ends with the payload");
            return PLACEHOLDER;
        }
        return new NumberField(at.intValue(), bytes.intValue(), order);
    }

    /** Reads a rule's single condition or list of conditions. */
    private static List<Condition> conditions(YamlSection section) {
        return section.isList(IF)
                ? CONDITIONS.read(section)
                : Stream.ofNullable(CONDITION.find(section)).toList();
    }

    private static Condition condition(YamlSection section) {
        return new Condition(field(section), IS.read(section));
    }

    /** Reads a rule of {@code rewrite}. Returns null after a fault that was reported as a problem. */
    private static @Nullable Rule rule(YamlSection section) {
        String what = WRITE.find(section);
        NumberField field = field(section);
        List<Condition> conditions = conditions(section);
        if (what == null) {
            section.allKeys();
            return null;
        }
        Optional<Checksum> checksum = MessageChecksum.of(what);
        if (checksum.isPresent()) {
            int from = FROM.read(section).intValue();
            return new Rule.OfChecksum(
                    checksum.get(), field, from, TO.read(section).intValue(), conditions);
        }
        WrittenValue number = WrittenValue.of(what).orElseThrow();
        if (number == WrittenValue.TICK && field.bytes() < MIN_TICK_BYTES) {
            section.problemAt(BYTES.name(), MIN_TICK_BYTES + " to 8: ticks of a warm-up have large numbers");
        }
        long plus = PLUS.read(section);
        return new Rule.OfNumber(number, field, plus, number.isTime() ? clock(section) : NANOSECONDS, conditions);
    }

    private static Clock clock(YamlSection section) {
        Clock epoch = EPOCH.read(section);
        return new Clock(UNIT.read(section), epoch.epochNs(), epoch.daily());
    }

    private static @Nullable Clock epoch(String text) {
        if (text.equals("midnight")) {
            return new Clock(1, 0, true);
        }
        try {
            Instant instant = Instant.parse(text);
            long ns = Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
            return new Clock(1, ns, false);
        } catch (DateTimeParseException | ArithmeticException none) {
            return null;
        }
    }
}
