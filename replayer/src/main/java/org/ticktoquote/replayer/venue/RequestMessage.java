package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ticktoquote.fix.message.MessageField;
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
    private static final Set<Integer> HEADER =
            Set.of(8, 34, 35, 43, 49, 50, 52, 56, 57, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145, 369, 1128, 1129);
    private static final int BODY_LENGTH = 9;
    private static final int CHECK_SUM = 10;
    private static final int TYPE_AT = 2;

    private final transient List<MessageField> body = new ArrayList<>();

    private RequestMessage() {}

    static boolean isOne(String text) {
        return MsgType.MARKET_DATA_REQUEST.equals(MessageUtils.getStringField(text, MsgType.FIELD));
    }

    /**
     * Reads one, whose CheckSum (10) is right.
     *
     * @throws InvalidMessage when something in it is no field
     */
    static RequestMessage of(String text) throws InvalidMessage {
        RequestMessage message = new RequestMessage();
        List<MessageField> fields = MessageField.of(text);
        if (fields.get(TYPE_AT).tag() != MsgType.FIELD) {
            throw new InvalidMessage("35 is not the third field");
        }
        for (MessageField field : fields) {
            if (field.tag() == 0 || field.value().isEmpty()) {
                throw new InvalidMessage("a field without a tag or a value");
            }
            message.add(field);
        }
        return message;
    }

    private void add(MessageField field) {
        int tag = field.tag();
        if (body.isEmpty() && HEADER.contains(tag)) {
            if (!getHeader().isSetField(tag)) {
                getHeader().setString(tag, field.value());
            }
        } else if (tag != BODY_LENGTH && tag != CHECK_SUM) {
            body.add(field);
        }
    }

    /** What stands behind the header, in its order. */
    List<MessageField> body() {
        return body;
    }
}
