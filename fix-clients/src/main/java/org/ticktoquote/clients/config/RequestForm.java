package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a session asks for prices: a message whose fields are the template's, in the template's order.
 *
 * <p>Texts may hold placeholders: {@code {session}}, {@code {logon}}, {@code {number}} and {@code {instrument}} anywhere,
 * {@code {id}} in the body, and {@code {key}}, {@code {symbol}}, {@code {base}} and {@code {terms}} where they are about one
 * pair.
 *
 * @param type MsgType (35): {@code V} or {@code R}
 * @param id pattern of the request's own name (262, 131)
 * @param body fields and groups behind the header
 */
public record RequestForm(String type, String id, List<Part> body) {
    public static final String MARKET_DATA_REQUEST = "V";
    public static final String QUOTE_REQUEST = "R";

    static final String DEFAULT_ID = "t2q-{session}-{logon}-{instrument}";

    private static final int MD_REQ_ID = 262;
    private static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    private static final int MARKET_DEPTH = 264;
    private static final int MD_UPDATE_TYPE = 265;
    private static final int NO_MD_ENTRY_TYPES = 267;
    private static final int MD_ENTRY_TYPE = 269;
    private static final int NO_RELATED_SYM = 146;
    private static final int QUOTE_REQ_ID = 131;
    private static final int SECURITY_ID_SOURCE = 22;
    private static final String EXCHANGE_SYMBOL = "8";

    public RequestForm {
        body = List.copyOf(body);
    }

    /**
     * A field, or a group of fields.
     *
     * @param value of a field; null for a group
     * @param entries of a group; where it is of each pair one, which stands for all
     * @param eachPair whether a group has one entry for each pair of the request
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public record Part(int tag, @Nullable String value, List<List<Part>> entries, boolean eachPair) {
        public Part {
            entries = List.copyOf(entries);
        }

        static Part field(int tag, String value) {
            return new Part(tag, value, List.of(), false);
        }

        static Part group(int tag, List<List<Part>> entries) {
            return new Part(tag, null, entries, false);
        }

        static Part ofEachPair(int tag, List<Part> entry) {
            return new Part(tag, null, List.of(entry), true);
        }

        /** All texts in it. */
        Stream<String> texts() {
            return value == null ? entries.stream().flatMap(List::stream).flatMap(Part::texts) : Stream.of(value);
        }
    }

    /** Snapshots and updates, top of book, full refresh, bids and offers; or a quote request with the pairs alone. */
    static List<Part> defaultBody(String type, int symbolTag) {
        Part pairs = Part.ofEachPair(NO_RELATED_SYM, pair(symbolTag));
        if (type.equals(QUOTE_REQUEST)) {
            return List.of(Part.field(QUOTE_REQ_ID, "{id}"), pairs);
        }
        return List.of(
                Part.field(MD_REQ_ID, "{id}"),
                Part.field(SUBSCRIPTION_REQUEST_TYPE, "1"),
                Part.field(MARKET_DEPTH, "1"),
                Part.field(MD_UPDATE_TYPE, "0"),
                Part.group(
                        NO_MD_ENTRY_TYPES,
                        List.of(List.of(Part.field(MD_ENTRY_TYPE, "0")), List.of(Part.field(MD_ENTRY_TYPE, "1")))),
                pairs);
    }

    /** Symbol (55) is required in every version, so it stands beside a security id too. */
    private static List<Part> pair(int symbolTag) {
        return switch (symbolTag) {
            case SessionSetup.SECURITY_ID ->
                List.of(
                        Part.field(SessionSetup.SYMBOL, "{symbol}"),
                        Part.field(SessionSetup.SECURITY_ID, "{key}"),
                        Part.field(SECURITY_ID_SOURCE, EXCHANGE_SYMBOL));
            case SessionSetup.QUOTE_ENTRY_ID -> List.of(Part.field(SessionSetup.SYMBOL, "{symbol}"));
            default -> List.of(Part.field(SessionSetup.SYMBOL, "{key}"));
        };
    }

    /** The same that ends what it began (263=2). */
    public RequestForm ending() {
        return new RequestForm(
                type,
                id,
                body.stream()
                        .map(part -> part.tag == SUBSCRIPTION_REQUEST_TYPE ? Part.field(part.tag, "2") : part)
                        .toList());
    }

    /** Whether there is a way to end what it began. */
    public boolean ends() {
        return body.stream().anyMatch(part -> part.tag == SUBSCRIPTION_REQUEST_TYPE);
    }

    /** A text with its placeholders filled in. */
    public static String filled(String text, Map<String, String> values) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        String filled = text;
        for (Map.Entry<String, String> each : values.entrySet()) {
            filled = filled.replace("{" + each.getKey() + "}", each.getValue());
        }
        return filled;
    }
}
