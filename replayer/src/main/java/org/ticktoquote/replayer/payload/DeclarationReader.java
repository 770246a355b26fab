package org.ticktoquote.replayer.payload;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.Names;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.replayer.recording.RecordedPayload;

/** Reads a declaration of payloads; what is wrong becomes problems of the section's file. */
final class DeclarationReader {
    private static final Pattern ADDRESS = Pattern.compile("([0-9.]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");
    private static final String AN_ADDRESS = "ADDRESS:PORT, as in 239.1.1.1:5001 or [ff15::1]:5001";
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9/._-]{1,16}");
    private static final String A_SYMBOL = "1 to 16 letters, digits and / . _ -, as in EUR/USD";
    private static final int MOST_SYMBOLS = 10_000;
    private static final int MOST_RULES = 64;
    private static final int HIGHEST_PORT = 65_535;

    private final YamlSection top;
    private final Set<InetSocketAddress> taken = new HashSet<>();

    private DeclarationReader(YamlSection top) {
        this.top = top;
    }

    static PayloadDeclaration read(YamlSection top) {
        return new DeclarationReader(top).read();
    }

    private PayloadDeclaration read() {
        List<PayloadLine> lines = lines();
        SequenceField sequence = sequence();
        String decoder = top.text("decoder");
        InstrumentField instrument = instrument();
        List<Rewrite> rewrites = rewrites();
        if (sequence == null && lines.stream().anyMatch(line -> line.to().size() > 1)) {
            top.problemAt("sequence", "where payloads say their number, since a line comes in copies");
        }
        if (decoder != null && instrument != null) {
            top.refuseKey("instrument", "a decoder says it", "no instrument, or no decoder");
        }
        top.end();
        return new PayloadDeclaration(lines, sequence, decoder == null ? "" : decoder, instrument, rewrites);
    }

    private List<PayloadLine> lines() {
        YamlSection section = top.section("lines");
        Map<String, YamlSection> named = Names.sections(section);
        boolean counted = !named.isEmpty() && named.size() <= RecordedPayload.MOST_LINES;
        if (!counted) {
            top.problemAt(
                    "lines", "1 to " + RecordedPayload.MOST_LINES + " names of lines with what is declared of each");
        }
        List<PayloadLine> lines = new ArrayList<>();
        named.forEach((name, line) -> lines.add(line(name, line)));
        return lines;
    }

    private PayloadLine line(String name, YamlSection section) {
        List<String> texts = section.oneOrMore("to");
        if (texts == null || texts.isEmpty()) {
            section.problemAt("to", AN_ADDRESS);
        }
        List<InetSocketAddress> to = (texts == null ? List.<String>of() : texts)
                .stream()
                        .map(text -> address(section, text))
                        .filter(Objects::nonNull)
                        .toList();
        String venue = section.value("venue", "1 to 16 letters without spaces", DeclarationReader::symbol);
        String instrument = section.value("instrument", A_SYMBOL, DeclarationReader::symbol);
        section.end();
        String ownVenue = name.length() > 16 ? name.substring(0, 16) : name;
        return new PayloadLine(name, to, venue == null ? ownVenue : venue, instrument == null ? "" : instrument);
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

    /** The text is an address and no name: nothing is looked up. */
    private static @Nullable InetSocketAddress address(Matcher matcher) {
        int port = Integer.parseInt(matcher.group(2));
        try {
            return port < 1 || port > HIGHEST_PORT
                    ? null
                    : new InetSocketAddress(InetAddress.getByName(matcher.group(1)), port);
        } catch (UnknownHostException notOne) {
            return null;
        }
    }

    private static @Nullable String symbol(String text) {
        return SYMBOL.matcher(text).matches() ? text : null;
    }

    private @Nullable SequenceField sequence() {
        YamlSection section = top.section("sequence");
        if (section == null) {
            return null;
        }
        NumberField field = FieldReader.read(section);
        NumberField step = FieldReader.readIfGiven(section, "step");
        section.end();
        return new SequenceField(field, step);
    }

    private @Nullable InstrumentField instrument() {
        YamlSection section = top.section("instrument");
        if (section == null) {
            return null;
        }
        NumberField field = FieldReader.read(section);
        Map<Long, String> symbols = symbols(section);
        List<Condition> conditions = ConditionReader.read(section);
        section.end();
        return new InstrumentField(field, symbols, conditions);
    }

    private static Map<Long, String> symbols(YamlSection parent) {
        YamlSection names = parent.section("names");
        Map<Long, String> symbols = new HashMap<>();
        List<String> keys = names == null ? List.of() : names.allKeys();
        if (keys.isEmpty() || keys.size() > MOST_SYMBOLS) {
            parent.problemAt("names", "symbols by number, as in {1: EUR/USD}, at most " + MOST_SYMBOLS);
            return symbols;
        }
        for (String key : keys) {
            String symbol = names == null ? null : names.value(key, A_SYMBOL, DeclarationReader::symbol);
            try {
                symbols.put(Long.parseLong(key), symbol == null ? "" : symbol);
            } catch (NumberFormatException notANumber) {
                parent.problemAt("names", "symbols by number, as in {1: EUR/USD}");
            }
        }
        return symbols;
    }

    private List<Rewrite> rewrites() {
        List<YamlSection> sections = top.sections("rewrite");
        List<Rewrite> rules = new ArrayList<>();
        if (sections != null && sections.size() > MOST_RULES) {
            top.problemAt("rewrite", "at most " + MOST_RULES + " rules");
        }
        for (YamlSection section : sections == null ? List.<YamlSection>of() : sections) {
            Rewrite rule = new RewriteReader(section).read();
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules;
    }
}
