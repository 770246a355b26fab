package org.ticktoquote.wire.run;

import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;

/**
 * Hands packets from the thread that finds them in frames to the thread that reads them, in batches of copies, which are used
 * again and again: no allocation, but where a packet is longer than a batch. Either thread waits for the other one.
 */
final class PacketQueue implements PacketHandler {
    private static final int BATCHES = 8;
    private static final int PACKETS = 256;
    private static final int BYTES = 1 << 18;
    private static final long WAIT_NS = 20_000;

    private final OneToOneConcurrentArrayQueue<Batch> full = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final OneToOneConcurrentArrayQueue<Batch> empty = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private @Nullable Batch current;
    private volatile boolean ended;
    private volatile boolean abandoned;

    private static final class Batch {
        private final Packet[] packets =
                Stream.generate(Packet::new).limit(PACKETS).toArray(Packet[]::new);
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[BYTES]);
        private int count;
        private int filled;

        private boolean hasRoom(int length) {
            return count < PACKETS && filled + length <= bytes.capacity();
        }

        private void add(Packet packet) {
            if (count == 0 && packet.length > bytes.capacity()) {
                bytes.wrap(new byte[BitUtil.findNextPositivePowerOfTwo(packet.length)]);
            }
            packets[count++].copy(packet, bytes, filled);
            filled += BitUtil.align(packet.length, Long.BYTES);
        }
    }

    PacketQueue() {
        Stream.generate(Batch::new).limit(BATCHES).forEach(empty::add);
    }

    /** On the thread that finds packets: copies one; waits for room. */
    @Override
    public void packet(Packet packet) {
        Batch batch = current;
        if (batch != null && !batch.hasRoom(packet.length)) {
            handOn();
            batch = null;
        }
        while (batch == null && !abandoned) {
            batch = empty.poll();
            current = batch;
            if (batch == null) {
                LockSupport.parkNanos(WAIT_NS);
            }
        }
        if (batch != null) {
            batch.add(packet);
        }
    }

    private void handOn() {
        if (current != null) {
            full.add(current);
            current = null;
        }
    }

    /** On the thread that finds packets: finds all of them. */
    void fill(Runnable finding) {
        try {
            finding.run();
        } finally {
            handOn();
            ended = true;
        }
    }

    /** Whether no packet is read any more. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** On the thread that reads packets: ends it early. */
    void abandon() {
        abandoned = true;
    }

    /** On the thread that reads packets: hands on all up to the end. */
    void drain(PacketHandler to) {
        while (true) {
            boolean last = ended;
            Batch batch = full.poll();
            if (batch == null) {
                if (last) {
                    return;
                }
                LockSupport.parkNanos(WAIT_NS);
                continue;
            }
            for (int i = 0; i < batch.count; i++) {
                to.packet(batch.packets[i]);
            }
            batch.count = 0;
            batch.filled = 0;
            empty.add(batch);
        }
    }
}
