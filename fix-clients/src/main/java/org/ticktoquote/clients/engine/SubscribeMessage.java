package org.ticktoquote.clients.engine;

import java.util.List;
import org.ticktoquote.clients.config.Pair;
import org.ticktoquote.clients.config.SessionSetup;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SecurityID;
import quickfix.field.SecurityIDSource;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/** A subscription, 35=V: snapshots and updates (263=1), top of book (264=1), full refresh (265=0), bids and asks. */
final class SubscribeMessage extends Message {
    private static final long serialVersionUID = 1L;
    private static final int[] ORDER = {
        MDReqID.FIELD,
        SubscriptionRequestType.FIELD,
        MarketDepth.FIELD,
        MDUpdateType.FIELD,
        NoMDEntryTypes.FIELD,
        NoRelatedSym.FIELD
    };
    private static final String EXCHANGE_SYMBOL = "8";

    SubscribeMessage(String requestId, List<Pair> pairs, int symbolTag) {
        super(ORDER);
        getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_REQUEST);
        setString(MDReqID.FIELD, requestId);
        setChar(SubscriptionRequestType.FIELD, SubscriptionRequestType.SNAPSHOT_UPDATES);
        setInt(MarketDepth.FIELD, 1);
        setInt(MDUpdateType.FIELD, MDUpdateType.FULL_REFRESH);
        addEntryType(MDEntryType.BID);
        addEntryType(MDEntryType.OFFER);
        pairs.forEach(pair -> addPair(pair, symbolTag));
    }

    private void addEntryType(char type) {
        Group group = new Group(NoMDEntryTypes.FIELD, MDEntryType.FIELD);
        group.setChar(MDEntryType.FIELD, type);
        addGroup(group);
    }

    /** Symbol (55) is required in every version, so it stands beside a security id too. */
    private void addPair(Pair pair, int symbolTag) {
        Group group = new Group(
                NoRelatedSym.FIELD, Symbol.FIELD, new int[] {Symbol.FIELD, SecurityID.FIELD, SecurityIDSource.FIELD});
        if (symbolTag == SessionSetup.SECURITY_ID) {
            group.setString(Symbol.FIELD, pair.symbol());
            group.setString(SecurityID.FIELD, pair.key());
            group.setString(SecurityIDSource.FIELD, EXCHANGE_SYMBOL);
        } else {
            group.setString(Symbol.FIELD, pair.key());
        }
        addGroup(group);
    }
}
