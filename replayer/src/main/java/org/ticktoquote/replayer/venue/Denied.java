package org.ticktoquote.replayer.venue;

import quickfix.Message;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * Why a request cannot be met.
 *
 * @param reason MDReqRejReason (281); {@link #NO_REASON} leaves it out
 * @param text in words (58)
 */
record Denied(char reason, String text) {
    static final char NO_REASON = 0;
    static final char UNKNOWN_SYMBOL = '0';
    static final char DUPLICATE_ID = '1';
    static final char UNSUPPORTED_TYPE = '4';
    static final char UNSUPPORTED_DEPTH = '5';
    static final char UNSUPPORTED_UPDATE = '6';
    static final char UNSUPPORTED_ENTRY = '8';

    /** Market Data Request Reject (35=Y) to a request. */
    Message message(String requestId) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_REQUEST_REJECT);
        message.setString(MDReqID.FIELD, requestId);
        if (reason != NO_REASON) {
            message.setChar(MDReqRejReason.FIELD, reason);
        }
        message.setString(Text.FIELD, text);
        return message;
    }
}
