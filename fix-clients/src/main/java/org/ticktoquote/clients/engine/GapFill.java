package org.ticktoquote.clients.engine;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.field.BeginString;
import quickfix.field.GapFillFlag;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.NewSeqNo;
import quickfix.field.OrigSendingTime;
import quickfix.field.PossDupFlag;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;

/**
 * The message that tells QuickFIX/J about numbers it has not seen, {@code 35=4|123=Y}, as if the counterparty had sent it.
 *
 * @param session as this side names it: the counterparty is its target
 */
record GapFill(SessionID session) {
    byte[] bytes(long first, long next, boolean possDup) {
        Message message = new Message();
        Message.Header header = message.getHeader();
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
        header.setString(BeginString.FIELD, session.getBeginString());
        header.setString(MsgType.FIELD, MsgType.SEQUENCE_RESET);
        header.setString(SenderCompID.FIELD, session.getTargetCompID());
        header.setString(TargetCompID.FIELD, session.getSenderCompID());
        header.setString(MsgSeqNum.FIELD, Long.toString(first));
        header.setUtcTimeStamp(SendingTime.FIELD, now);
        if (possDup) {
            header.setBoolean(PossDupFlag.FIELD, true);
            header.setUtcTimeStamp(OrigSendingTime.FIELD, now);
        }
        message.setBoolean(GapFillFlag.FIELD, true);
        message.setString(NewSeqNo.FIELD, Long.toString(next));
        return message.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
