package org.ticktoquote.pricing.dialect;

import quickfix.Message;

/** The message that says that a request cannot be met; QuickFIX/J sends it for the application. */
enum RefusalMessage {
    /** MarketDataRequestReject, 35=Y. */
    OF_MARKET_DATA {
        @Override
        Message of(String requestId, Refused refused) {
            Message message = message("Y", MD_REQ_ID, requestId, refused);
            if (refused.reason() != Refused.NO_REASON) {
                message.setChar(MD_REQ_REJ_REASON, refused.reason());
            }
            return message;
        }
    },
    /** QuoteRequestReject, 35=AG. */
    OF_QUOTES {
        @Override
        Message of(String requestId, Refused refused) {
            Message message = message("AG", QUOTE_REQ_ID, requestId, refused);
            message.setInt(QUOTE_REQUEST_REJECT_REASON, unknownSymbol(refused) ? UNKNOWN_SYMBOL : OTHER);
            return message;
        }
    },
    /** QuoteAcknowledgement, 35=b, of versions that have no 35=AG. */
    OF_QUOTES_BEFORE_43 {
        @Override
        Message of(String requestId, Refused refused) {
            Message message = message("b", QUOTE_REQ_ID, requestId, refused);
            message.setInt(QUOTE_ACK_STATUS, REJECTED);
            if (unknownSymbol(refused)) {
                message.setInt(QUOTE_REJECT_REASON, UNKNOWN_SYMBOL);
            }
            return message;
        }
    },
    /** BusinessMessageReject, 35=j. */
    OF_BUSINESS {
        @Override
        Message of(String requestId, Refused refused) {
            Message message = message("j", BUSINESS_REJECT_REF_ID, requestId, refused);
            message.setString(REF_MSG_TYPE, PriceRequest.MARKET_DATA_REQUEST);
            message.setInt(BUSINESS_REJECT_REASON, unknownSymbol(refused) ? UNKNOWN_SECURITY : 0);
            return message;
        }
    };

    private static final int MSG_TYPE = 35;
    private static final int TEXT = 58;
    private static final int QUOTE_REQ_ID = 131;
    private static final int MD_REQ_ID = 262;
    private static final int MD_REQ_REJ_REASON = 281;
    private static final int QUOTE_ACK_STATUS = 297;
    private static final int QUOTE_REJECT_REASON = 300;
    private static final int REF_MSG_TYPE = 372;
    private static final int BUSINESS_REJECT_REF_ID = 379;
    private static final int BUSINESS_REJECT_REASON = 380;
    private static final int QUOTE_REQUEST_REJECT_REASON = 658;
    private static final int UNKNOWN_SYMBOL = 1;
    private static final int UNKNOWN_SECURITY = 2;
    private static final int REJECTED = 5;
    private static final int OTHER = 99;

    abstract Message of(String requestId, Refused refused);

    private static Message message(String type, int idTag, String requestId, Refused refused) {
        Message message = new Message();
        message.getHeader().setString(MSG_TYPE, type);
        message.setString(idTag, requestId);
        message.setString(TEXT, refused.text());
        return message;
    }

    private static boolean unknownSymbol(Refused refused) {
        return refused.reason() == Refused.UNKNOWN_SYMBOL;
    }
}
