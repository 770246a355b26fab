package org.ticktoquote.pricing.fix;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.publish.Quote;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryID;
import quickfix.field.MDEntryPx;
import quickfix.field.MDEntrySize;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntries;
import quickfix.field.QuoteEntryID;
import quickfix.field.Symbol;
import quickfix.field.Text;

/** The two messages that the application sends: snapshot (35=W) and reject (35=Y). */
final class Messages {
    private static final int[] ENTRY_ORDER = {
        MDEntryType.FIELD, MDEntryID.FIELD, MDEntryPx.FIELD, MDEntrySize.FIELD, QuoteEntryID.FIELD
    };

    private final int echoTag;

    /** @param echoTag 0 for none */
    Messages(int echoTag) {
        this.echoTag = echoTag;
    }

    /** Best bid and best ask; the tick's id in the first entry where the tag belongs there, else in the body. */
    Message snapshot(Quote quote) {
        Message message = message(
                MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH, quote.subscription().requestId());
        message.setString(Symbol.FIELD, quote.priced().instrument().symbol());
        Group bid = entry(MDEntryType.BID, quote.bid(), quote.priced().bidQuantity());
        if (echoTag != 0) {
            boolean ofEntry = echoTag == MDEntryID.FIELD || echoTag == QuoteEntryID.FIELD;
            String id = Long.toString(quote.priced().tick().tickId());
            (ofEntry ? bid : message).setString(echoTag, id);
        }
        message.addGroupRef(bid);
        message.addGroupRef(entry(MDEntryType.OFFER, quote.ask(), quote.priced().askQuantity()));
        return message;
    }

    private static Group entry(char type, long price, long quantity) {
        Group entry = new Group(NoMDEntries.FIELD, MDEntryType.FIELD, ENTRY_ORDER);
        entry.setChar(MDEntryType.FIELD, type);
        entry.setString(MDEntryPx.FIELD, Price.format(price));
        if (quantity > 0) { // 271=0 would say that there is nothing to be had
            entry.setString(MDEntrySize.FIELD, Long.toString(quantity));
        }
        return entry;
    }

    static Message reject(String requestId, Refused refused) {
        Message message = message(MsgType.MARKET_DATA_REQUEST_REJECT, requestId);
        if (refused.reason() != Refused.NO_REASON) {
            message.setChar(MDReqRejReason.FIELD, refused.reason());
        }
        message.setString(Text.FIELD, refused.text());
        return message;
    }

    private static Message message(String type, String requestId) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        message.setString(MDReqID.FIELD, requestId);
        return message;
    }
}
