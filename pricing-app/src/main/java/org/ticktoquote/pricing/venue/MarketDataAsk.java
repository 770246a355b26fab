package org.ticktoquote.pricing.venue;

import java.util.List;
import org.ticktoquote.core.run.Instrument;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/** The request (35=V) to a venue: bids and offers of pairs, a snapshot and updates. */
final class MarketDataAsk {
    private MarketDataAsk() {}

    static Message of(VenueAddress address, List<Instrument> pairs) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_REQUEST);
        message.setString(MDReqID.FIELD, "all");
        message.setString(SubscriptionRequestType.FIELD, "1");
        message.setInt(MarketDepth.FIELD, address.depth());
        message.setInt(MDUpdateType.FIELD, address.updateType());
        for (String side : List.of(VenueBook.BID, VenueBook.OFFER)) {
            Group group = new Group(NoMDEntryTypes.FIELD, MDEntryType.FIELD);
            group.setString(MDEntryType.FIELD, side);
            message.addGroup(group);
        }
        for (Instrument pair : pairs) {
            Group group = new Group(NoRelatedSym.FIELD, Symbol.FIELD);
            group.setString(Symbol.FIELD, pair.symbol());
            message.addGroup(group);
        }
        return message;
    }
}
