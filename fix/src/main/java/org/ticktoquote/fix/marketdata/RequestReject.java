package org.ticktoquote.fix.marketdata;

import org.ticktoquote.fix.dialect.FixVersion;
import quickfix.Message;
import quickfix.field.BusinessRejectReason;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MsgType;
import quickfix.field.QuoteAckStatus;
import quickfix.field.QuoteRejectReason;
import quickfix.field.QuoteReqID;
import quickfix.field.QuoteRequestRejectReason;
import quickfix.field.RefMsgType;
import quickfix.field.Text;

/**
 * Reason why a request for prices is rejected.
 *
 * @param reason MDReqRejReason (281), left out for {@link #NO_REASON}
 * @param text Text (58)
 */
public record RequestReject(char reason, String text) {
    public static final char NO_REASON = 0;
    public static final char UNKNOWN_SYMBOL = '0';
    public static final char DUPLICATE_ID = '1';
    public static final char UNSUPPORTED_TYPE = '4';
    public static final char UNSUPPORTED_DEPTH = '5';
    public static final char UNSUPPORTED_UPDATE = '6';
    public static final char UNSUPPORTED_ENTRY = '8';

    private static final int QUOTE_ACK_REJECTED = 5;

    /** Message type of a rejection. */
    public enum Form {
        /** MarketDataRequestReject (35=Y). */
        MARKET_DATA,
        /** QuoteRequestReject (35=AG). FIX 4.2 lacks it and uses QuoteAcknowledgement (35=b). */
        QUOTES,
        /** BusinessMessageReject (35=j). */
        BUSINESS
    }

    /** Returns the rejection of a request, as a QuickFIX/J message without header. */
    public Message message(Form form, FixVersion version, String requestId) {
        boolean unknown = reason == UNKNOWN_SYMBOL;
        return switch (form) {
            case MARKET_DATA -> {
                Message message = message(MsgType.MARKET_DATA_REQUEST_REJECT, MDReqID.FIELD, requestId);
                if (reason != NO_REASON) {
                    message.setChar(MDReqRejReason.FIELD, reason);
                }
                yield message;
            }
            case QUOTES -> version == FixVersion.FIX_42 ? quoteAcknowledgement(requestId) : quoteReject(requestId);
            case BUSINESS -> {
                Message message = message(MsgType.BUSINESS_MESSAGE_REJECT, BusinessRejectRefID.FIELD, requestId);
                message.setString(RefMsgType.FIELD, MsgType.MARKET_DATA_REQUEST);
                message.setInt(
                        BusinessRejectReason.FIELD,
                        unknown ? BusinessRejectReason.UNKNOWN_SECURITY : BusinessRejectReason.OTHER);
                yield message;
            }
        };
    }

    private Message quoteReject(String requestId) {
        Message message = message(MsgType.QUOTE_REQUEST_REJECT, QuoteReqID.FIELD, requestId);
        message.setInt(
                QuoteRequestRejectReason.FIELD,
                reason == UNKNOWN_SYMBOL ? QuoteRequestRejectReason.UNKNOWN_SYMBOL : QuoteRequestRejectReason.OTHER);
        return message;
    }

    private Message quoteAcknowledgement(String requestId) {
        Message message = message(MsgType.MASS_QUOTE_ACKNOWLEDGEMENT, QuoteReqID.FIELD, requestId);
        message.setInt(QuoteAckStatus.FIELD, QUOTE_ACK_REJECTED);
        if (reason == UNKNOWN_SYMBOL) {
            message.setInt(QuoteRejectReason.FIELD, QuoteRejectReason.UNKNOWN_SYMBOL);
        }
        return message;
    }

    private Message message(String type, int idTag, String requestId) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        message.setString(idTag, requestId);
        message.setString(Text.FIELD, text);
        return message;
    }
}
