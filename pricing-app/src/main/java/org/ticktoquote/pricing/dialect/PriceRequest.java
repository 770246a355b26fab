package org.ticktoquote.pricing.dialect;

import java.util.List;
import java.util.Set;
import org.ticktoquote.fix.message.MessageField;
import quickfix.FieldNotFound;

/**
 * A request for prices, 35=V or 35=R, or the end of one, 35=Z; read but not judged.
 *
 * <p>Groups are not told apart: what a request says of a pair it says wherever it stands.
 *
 * @param logon the number of the logon that it came in
 * @param receivedNs monotonic
 * @param fields of header, body and groups, in order
 */
public record PriceRequest(int session, int logon, long receivedNs, List<MessageField> fields) {
    public static final String SNAPSHOT = "0";
    public static final String SUBSCRIBE = "1";
    public static final String UNSUBSCRIBE = "2";

    static final String MARKET_DATA_REQUEST = "V";
    static final String QUOTE_REQUEST = "R";
    static final String QUOTE_CANCEL = "Z";

    private static final int MSG_TYPE = 35;
    private static final int QUOTE_REQ_ID = 131;
    private static final int MD_REQ_ID = 262;
    private static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    private static final int MARKET_DEPTH = 264;
    private static final int MD_UPDATE_TYPE = 265;
    private static final int MD_ENTRY_TYPE = 269;

    public PriceRequest {
        fields = List.copyOf(fields);
    }

    /**
     * Takes a message apart.
     *
     * @throws FieldNotFound when its name is missing: without it nothing but a session-level reject can be answered
     */
    public static PriceRequest read(String text, int session, int logon, long receivedNs) throws FieldNotFound {
        PriceRequest request = new PriceRequest(session, logon, receivedNs, MessageField.of(text));
        if (!request.has(request.idTag())) {
            throw new FieldNotFound(request.idTag());
        }
        return request;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /** Whether a message of a type is one. */
    public static boolean isOne(String messageType) {
        return Set.of(MARKET_DATA_REQUEST, QUOTE_REQUEST, QUOTE_CANCEL).contains(messageType);
    }

    boolean has(int tag) {
        return fields.stream().anyMatch(field -> field.tag() == tag);
    }

    /** Of a field that may stand in a group, all values in their order. */
    List<String> values(int tag) {
        return fields.stream()
                .filter(field -> field.tag() == tag)
                .map(MessageField::value)
                .toList();
    }

    /** The first value of a field. */
    private String value(int tag, String absent) {
        return fields.stream()
                .filter(field -> field.tag() == tag)
                .map(MessageField::value)
                .findFirst()
                .orElse(absent);
    }

    /** MsgType (35). */
    String messageType() {
        return value(MSG_TYPE, "");
    }

    private int idTag() {
        return messageType().equals(MARKET_DATA_REQUEST) ? MD_REQ_ID : QUOTE_REQ_ID;
    }

    /** Its name: MDReqID (262) or QuoteReqID (131). */
    public String id() {
        return value(idTag(), "");
    }

    /** Its name with its tag, for messages. */
    public String named() {
        return idTag() + "=" + id();
    }

    /** SubscriptionRequestType (263) as it stands. */
    public String type() {
        return switch (messageType()) {
            case QUOTE_CANCEL -> UNSUBSCRIBE;
            case QUOTE_REQUEST -> value(SUBSCRIPTION_REQUEST_TYPE, SUBSCRIBE);
            default -> value(SUBSCRIPTION_REQUEST_TYPE, "");
        };
    }

    /** MarketDepth (264); 1 when absent. */
    int depth() {
        return number(value(MARKET_DEPTH, "1"));
    }

    /** MDUpdateType (265); 0 when absent. */
    int updateType() {
        return number(value(MD_UPDATE_TYPE, "0"));
    }

    /** MDEntryType (269) of the entries that are asked for; both of a quote request. */
    List<String> entryTypes() {
        return messageType().equals(QUOTE_REQUEST) ? List.of("0", "1") : values(MD_ENTRY_TYPE);
    }
}
