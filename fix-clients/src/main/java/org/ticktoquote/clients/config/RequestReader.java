package org.ticktoquote.clients.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.yaml.Layers;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Part;
import quickfix.field.MsgType;

/** Reads {@code request} of a session template: type, id and fields of the requests for prices. */
final class RequestReader {
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
                        .anyMatch(name -> OF_PAIR.contains(name) || name.equals("number") || name.equals("instrument"));
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
                    tag, entries.stream().map(entry -> parts(entry, aboutPair)).toList());
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
                .allMatch(
                        name -> name.equals(ID) || OF_SESSION.contains(name) || (aboutPair && OF_PAIR.contains(name)));
    }
}
