package org.ticktoquote.fix.tap;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.fix.message.TagTable;

/** Tags that the tap reads, and the actions for their values. */
final class TapTags {
    static final int MSG_SEQ_NUM = 1;
    static final int MSG_TYPE = 2;
    static final int NEW_SEQ_NO = 3;
    static final int POSS_DUP_FLAG = 4;
    static final int GAP_FILL_FLAG = 5;
    static final int MD_REQ_ID = 6;
    static final int MD_ENTRY_TYPE = 7;
    static final int MD_ENTRY_PX = 8;
    static final int MD_ENTRY_SIZE = 9;
    static final int SYMBOL = 10;
    static final int MD_UPDATE_ACTION = 11;
    static final int MD_ENTRY_ID = 12;
    static final int MD_ENTRY_REF_ID = 13;
    static final int MD_PRICE_LEVEL = 14;
    static final int BID_PX = 15;
    static final int OFFER_PX = 16;
    static final int BID_SIZE = 17;
    static final int OFFER_SIZE = 18;
    static final int QUOTE_ID = 19;
    static final int QUOTE_ENTRY_ID = 20;
    static final int QUOTE_CANCEL_TYPE = 21;
    static final int HEART_BT_INT = 22;
    static final int MD_ENTRY_POSITION = 23;
    static final int MD_MKT = 24;
    static final int MD_ENTRY_ORIGINATOR = 25;
    static final int QUOTE_STATUS = 26;
    /** Action of the echoed id's tag, added to the tag's other action if it has one. */
    static final int ECHO = 64;

    private static final Map<Integer, Integer> ACTIONS = Map.ofEntries(
            Map.entry(34, MSG_SEQ_NUM),
            Map.entry(35, MSG_TYPE),
            Map.entry(36, NEW_SEQ_NO),
            Map.entry(43, POSS_DUP_FLAG),
            Map.entry(108, HEART_BT_INT),
            Map.entry(123, GAP_FILL_FLAG),
            Map.entry(131, MD_REQ_ID),
            Map.entry(262, MD_REQ_ID),
            Map.entry(269, MD_ENTRY_TYPE),
            Map.entry(270, MD_ENTRY_PX),
            Map.entry(271, MD_ENTRY_SIZE),
            Map.entry(297, QUOTE_STATUS));

    private static final Map<Integer, Integer> ENTRY_ACTIONS = Map.ofEntries(
            Map.entry(117, QUOTE_ID),
            Map.entry(131, MD_REQ_ID),
            Map.entry(132, BID_PX),
            Map.entry(133, OFFER_PX),
            Map.entry(134, BID_SIZE),
            Map.entry(135, OFFER_SIZE),
            Map.entry(262, MD_REQ_ID),
            Map.entry(269, MD_ENTRY_TYPE),
            Map.entry(270, MD_ENTRY_PX),
            Map.entry(271, MD_ENTRY_SIZE),
            Map.entry(275, MD_MKT),
            Map.entry(278, MD_ENTRY_ID),
            Map.entry(279, MD_UPDATE_ACTION),
            Map.entry(280, MD_ENTRY_REF_ID),
            Map.entry(282, MD_ENTRY_ORIGINATOR),
            Map.entry(290, MD_ENTRY_POSITION),
            Map.entry(298, QUOTE_CANCEL_TYPE),
            Map.entry(299, QUOTE_ENTRY_ID),
            Map.entry(1023, MD_PRICE_LEVEL));

    private TapTags() {}

    /** Returns the actions for the tags of a message, symbol and echoed id included. */
    static TagTable of(int symbolTag, int echoTag) {
        return of(ACTIONS, symbolTag, echoTag);
    }

    /** Returns the actions for the tags of a message that is read entry by entry. */
    static TagTable ofEntries(int symbolTag, int echoTag) {
        return of(ENTRY_ACTIONS, symbolTag, echoTag);
    }

    private static TagTable of(Map<Integer, Integer> known, int symbolTag, int echoTag) {
        Map<Integer, Integer> actions = new HashMap<>(known);
        if (symbolTag != Symbols.REQUEST_ID && symbolTag != Symbols.QUOTE_ENTRY_ID) {
            actions.put(symbolTag, SYMBOL);
        }
        if (echoTag != EchoedId.NO_TAG) {
            actions.merge(echoTag, ECHO, Integer::sum);
        }
        return TagTable.of(actions, echoTag);
    }
}
