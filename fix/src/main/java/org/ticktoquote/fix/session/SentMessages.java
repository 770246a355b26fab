package org.ticktoquote.fix.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import org.ticktoquote.fix.message.MessageFramer;
import quickfix.MemoryStore;
import quickfix.MessageUtils;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.PossDupFlag;
import quickfix.field.SendingTime;

/**
 * Sequence numbers of a session and the last messages that it sent, in memory. QuickFIX/J sends a gap fill for older
 * messages. Keeping a message allocates only if it is longer than all previous messages in its slot. Requires the session's
 * lock.
 */
public final class SentMessages extends MemoryStore {
    private final byte[][] messages;
    private final int[] lengths;
    private final int[] sequences;

    private SentMessages(int most) throws IOException {
        this.messages = new byte[most][0];
        this.lengths = new int[most];
        this.sequences = new int[most];
    }

    /** @param most number of messages kept */
    public static SentMessages of(int most) {
        try {
            return new SentMessages(most);
        } catch (IOException e) {
            throw new UncheckedIOException("the in-memory FIX session store failed", e);
        }
    }

    /** Keeps a message in place of the oldest. */
    public void keep(int sequence, ByteBuffer message) {
        if (messages.length == 0) {
            return;
        }
        int at = sequence % messages.length;
        int length = message.remaining();
        if (messages[at].length < length) {
            messages[at] = new byte[length];
        }
        message.get(message.position(), messages[at], 0, length);
        lengths[at] = length;
        sequences[at] = sequence;
    }

    @Override
    public boolean set(int sequence, String message) {
        keep(sequence, ByteBuffer.wrap(message.getBytes(StandardCharsets.ISO_8859_1)));
        return true;
    }

    /** Adds the kept messages in order. */
    @Override
    public void get(int startSequence, int endSequence, Collection<String> found) throws IOException {
        int most = messages.length;
        long last = Math.min(endSequence, getNextSenderMsgSeqNum() - 1L);
        for (long sequence = Math.max(startSequence, last - most + 1); most > 0 && sequence <= last; sequence++) {
            int at = (int) (sequence % most);
            if (sequence > 0 && sequences[at] == sequence) {
                found.add(new String(messages[at], 0, lengths[at], StandardCharsets.ISO_8859_1));
            }
        }
    }

    /**
     * Returns a message of QuickFIX/J, or instead of a resend the kept message with PossDupFlag (43), OrigSendingTime (122)
     * and the resend's SendingTime (52). QuickFIX/J loses groups, and fields of groups, that its dictionary does not have.
     */
    public String restored(String text) {
        boolean resend = "Y".equals(MessageUtils.getStringField(text, PossDupFlag.FIELD))
                && !MsgType.SEQUENCE_RESET.equals(MessageUtils.getStringField(text, MsgType.FIELD));
        if (!resend || messages.length == 0) {
            return text;
        }
        int at = Integer.parseInt(MessageUtils.getStringField(text, MsgSeqNum.FIELD)) % messages.length;
        String kept = new String(messages[at], 0, lengths[at], StandardCharsets.ISO_8859_1);
        String times = "\u000143=Y\u000152=" + MessageUtils.getStringField(text, SendingTime.FIELD) + "\u0001122=$1";
        String body = kept.substring(kept.indexOf("\u000135=") + 1, kept.length() - MessageFramer.TRAILER_LENGTH)
                .replaceFirst("\u000152=([^\u0001]*)", times);
        String counted = kept.substring(0, kept.indexOf("\u00019=") + 3) + body.length() + "\u0001" + body;
        int sum = MessageUtils.checksum(StandardCharsets.ISO_8859_1, counted, false);
        return counted + "10=%03d\u0001".formatted(sum);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        if (sequences != null) { // null in the constructor of the superclass
            Arrays.fill(sequences, 0);
        }
    }
}
