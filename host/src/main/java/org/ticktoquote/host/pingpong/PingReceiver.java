package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.host.pingpong.Link.Inbox;
import org.ticktoquote.host.pingpong.Link.PingMessage;

/** Dedicated thread that receives replies and records their times. */
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
    private volatile String refusedSettings = "";
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
     * @param sender thread to unpark at each reply; null if it does not wait for replies
     * @param cpu CPU to pin the thread to; negative for any
     */
    void start(@Nullable Thread sender, int cpu) {
        waiting = sender;
        thread = DaemonThread.start("pingpong-receiver", () -> run(cpu));
    }

    private void run(int cpu) {
        refusedSettings = CallingThread.pin(cpu);
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
    public void accept(ByteBuffer buffer, int offset, int length, long receivedNs) {
        long sequence = PingMessage.sequence(buffer, offset);
        boolean ours = PingMessage.session(buffer, offset) == session;
        if (!ours || sequence < 0 || sequence >= times.capacity()) {
            return; // reply to an earlier pass
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

    /** Returns the number of distinct replies so far. */
    long answered() {
        return answered;
    }

    /** Returns the sequence number of the latest reply; -1 before the first. */
    long latest() {
        return latest;
    }

    /** Returns the error that ended the thread; null if there was none. */
    @Nullable
    IOException failure() {
        return failure;
    }

    String refusedSettings() {
        return refusedSettings;
    }

    /** Ends the thread and returns the number of repeated replies. The recorded times are visible afterwards. */
    long end() throws IOException {
        closing = true;
        link.close();
        if (thread != null) {
            DaemonThread.await(thread, 0);
        }
        return duplicates;
    }

    /**
     * Times of every message of a pass, by sequence number; 0 if missing.
     *
     * <p>Uses 24 bytes per message of the plan. The sender writes intended and sent, the receiver writes received. Both are
     * read after both threads have ended.
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
         * Records a message about to be sent.
         *
         * @param intended scheduled time; the same as sent for a closed loop
         * @param sent time before the send call
         */
        void sent(int sequence, long intended, long sent) {
            intendedNs[sequence] = intended;
            sentNs[sequence] = sent;
        }

        /** Records a reply with the time right after the read that delivered its last byte. */
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
