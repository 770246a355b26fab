package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.field.MsgType;

/**
 * A Market Data Request (35=V) of which QuickFIX/J reads the header alone: an instrument of its groups begins with 55 at one
 * venue and with 48 at another, and dictionaries know the one only.
 */
final class RequestMessage extends Message {
    private static final long serialVersionUID = 1L;
    private static final Pattern FIELD = Pattern.compile("([1-9][0-9]{0,8})=([^\\x01]+)\\x01");
    private static final Pattern BEGIN = Pattern.compile("8=[^\\x01]+\\x019=[0-9]+\\x0135=");
    private static final Set<Integer> HEADER =
            Set.of(8, 34, 35, 43, 49, 50, 52, 56, 57, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145, 369, 1128, 1129);
    private static final int BODY_LENGTH = 9;
    private static final int CHECK_SUM = 10;

    private final transient List<Part> body = new ArrayList<>();

    /** A field. */
    record Part(int tag, String value) {}

    private RequestMessage() {}

    static boolean isOne(String text) {
        return MsgType.MARKET_DATA_REQUEST.equals(MessageUtils.getStringField(text, MsgType.FIELD));
    }

    /**
     * Reads one.
     *
     * @throws InvalidMessage when its check sum is wrong, or something in it is no field
     */
    static RequestMessage of(String text) throws InvalidMessage {
        RequestMessage message = new RequestMessage();
        String sum = String.format(Locale.ROOT, "10=%03d", MessageUtils.checksum(text));
        if (!text.startsWith(sum, text.length() - sum.length() - 1)) {
            throw new InvalidMessage("expected " + sum);
        }
        Matcher field = FIELD.matcher(text);
        int end = 0;
        while (field.find() && field.start() == end) {
            message.add(Integer.parseInt(field.group(1)), field.group(2));
            end = field.end();
        }
        if (end != text.length()) {
            throw new InvalidMessage("no field at " + end);
        }
        if (!BEGIN.matcher(text).lookingAt()) {
            throw new InvalidMessage("35 is not the third field");
        }
        return message;
    }

    private void add(int tag, String value) {
        if (body.isEmpty() && HEADER.contains(tag)) {
            if (!getHeader().isSetField(tag)) {
                getHeader().setString(tag, value);
            }
        } else if (tag != BODY_LENGTH && tag != CHECK_SUM) {
            body.add(new Part(tag, value));
        }
    }

    /** What stands behind the header, in its order. */
    List<Part> body() {
        return body;
    }
}
