package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.Pinning;
import org.ticktoquote.host.pingpong.Link.Inbox;
import org.ticktoquote.host.pingpong.Link.PingMessage;

/** The thread that receives replies and notes when: it does nothing else. */
final class PingReceiver implements Inbox {
    private final Link link;
    private final long session;
    private final PingTimes times;
    private volatile @Nullable Thread waiting;
    private @Nullable Thread thread;
    private volatile long answered;
    private volatile long latest = -1;
    private volatile boolean closing;
    private volatile @Nullable IOException failure;
    private volatile String trouble = "";
    private long count;
    private long duplicates;

    PingReceiver(Link link, long session, PingTimes times) {
        this.link = link;
        this.session = session;
        this.times = times;
    }

    /**
     * Starts to receive.
     *
     * @param sender to wake up at each reply; null when it does not wait for them
     * @param cpu to be pinned to; negative for any
     */
    void start(@Nullable Thread sender, int cpu) {
        waiting = sender;
        Thread receiver = new Thread(() -> run(cpu), "pingpong-receiver");
        receiver.setDaemon(true);
        receiver.start();
        thread = receiver;
    }

    private void run(int cpu) {
        trouble = Pinning.pin(cpu);
        try {
            boolean connected = true;
            while (connected && !closing) {
                connected = link.receive(this);
            }
            if (!connected) {
                failure = new IOException("the server closed the connection");
            }
        } catch (ClosedChannelException closed) {
            failure = closing ? null : closed;
        } catch (IOException broken) {
            failure = closing ? null : broken;
        }
        LockSupport.unpark(waiting);
    }

    @Override
    public void take(ByteBuffer buffer, int offset, int length, long receivedNs) {
        long sequence = PingMessage.sequence(buffer, offset);
        boolean ours = PingMessage.session(buffer, offset) == session;
        if (!ours || sequence < 0 || sequence >= times.capacity()) {
            return; // of an earlier passage
        }
        if (times.answered((int) sequence)) {
            duplicates++;
            return;
        }
        times.received((int) sequence, receivedNs);
        latest = sequence;
        answered = ++count;
        LockSupport.unpark(waiting);
    }

    /** Replies so far, the same one twice counted once. */
    long answered() {
        return answered;
    }

    /** The sequence of the latest reply; -1 before the first. */
    long latest() {
        return latest;
    }

    /** Why it ended by itself; null while it has not. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** What was not granted; empty when all was. */
    String trouble() {
        return trouble;
    }

    /** Ends the thread by closing its link; what it wrote may be read afterwards. Returns how often a reply came again. */
    long end() throws IOException {
        closing = true;
        link.close();
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return duplicates;
    }

    /**
     * The moments of every message of a passage, by sequence; 0 for what never happened.
     *
     * <p>Bounded by the plan: 24 bytes a message. The sender writes intended and sent, the receiver received; both are read
     * after both have ended.
     */
    static final class PingTimes {
        private final long[] intendedNs;
        private final long[] sentNs;
        private final long[] receivedNs;

        PingTimes(int messages) {
            this.intendedNs = new long[messages];
            this.sentNs = new long[messages];
            this.receivedNs = new long[messages];
        }

        int capacity() {
            return sentNs.length;
        }

        /**
         * Notes a message that leaves.
         *
         * @param intended when the schedule said; of a closed loop the same as sent
         * @param sent clock before the send call
         */
        void sent(int sequence, long intended, long sent) {
            intendedNs[sequence] = intended;
            sentNs[sequence] = sent;
        }

        /** Notes a reply: the clock after the read that delivered its end. */
        void received(int sequence, long received) {
            receivedNs[sequence] = received;
        }

        boolean answered(int sequence) {
            return receivedNs[sequence] != 0;
        }

        long intendedNs(int sequence) {
            return intendedNs[sequence];
        }

        long sentNs(int sequence) {
            return sentNs[sequence];
        }

        long receivedNs(int sequence) {
            return receivedNs[sequence];
        }
    }
}
