package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Date;
import java.util.TreeMap;
import quickfix.MemoryStore;
import quickfix.MessageStore;

/**
 * Numbers of a session, and the last messages that it sent, in memory; what is gone from it is filled by QuickFIX/J as a gap.
 * Used with the gate held.
 */
final class SentMessages implements MessageStore {
    private final int most;
    private final MemoryStore numbers = numbers();
    private final TreeMap<Integer, String> messages = new TreeMap<>();

    /** @param most messages that are kept */
    SentMessages(int most) {
        this.most = most;
    }

    private static MemoryStore numbers() {
        try {
            return new MemoryStore();
        } catch (IOException e) {
            throw new UncheckedIOException("a store in memory", e);
        }
    }

    @Override
    public boolean set(int sequence, String message) {
        messages.put(sequence, message);
        while (messages.size() > most) {
            messages.pollFirstEntry();
        }
        return true;
    }

    @Override
    public void get(int startSequence, int endSequence, Collection<String> found) {
        if (startSequence <= endSequence) {
            found.addAll(messages.subMap(startSequence, true, endSequence, true).values());
        }
    }

    @Override
    public int getNextSenderMsgSeqNum() throws IOException {
        return numbers.getNextSenderMsgSeqNum();
    }

    @Override
    public int getNextTargetMsgSeqNum() throws IOException {
        return numbers.getNextTargetMsgSeqNum();
    }

    @Override
    public void setNextSenderMsgSeqNum(int next) throws IOException {
        numbers.setNextSenderMsgSeqNum(next);
    }

    @Override
    public void setNextTargetMsgSeqNum(int next) throws IOException {
        numbers.setNextTargetMsgSeqNum(next);
    }

    @Override
    public void incrNextSenderMsgSeqNum() throws IOException {
        numbers.incrNextSenderMsgSeqNum();
    }

    @Override
    public void incrNextTargetMsgSeqNum() throws IOException {
        numbers.incrNextTargetMsgSeqNum();
    }

    @Override
    public Date getCreationTime() throws IOException {
        return numbers.getCreationTime();
    }

    @Override
    public void reset() throws IOException {
        numbers.reset();
        messages.clear();
    }

    @Override
    public void refresh() {
        // there is nobody else who could have changed it
    }
}
