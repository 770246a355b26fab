package org.ticktoquote.pricing.fix;

import quickfix.Message;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MsgType;
import quickfix.field.Text;

/** The message that QuickFIX/J sends for the application: a reject (35=Y). */
final class Messages {
    private Messages() {}

    static Message reject(String requestId, Refused refused) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_REQUEST_REJECT);
        message.setString(MDReqID.FIELD, requestId);
        if (refused.reason() != Refused.NO_REASON) {
            message.setChar(MDReqRejReason.FIELD, refused.reason());
        }
        message.setString(Text.FIELD, refused.text());
        return message;
    }
}
