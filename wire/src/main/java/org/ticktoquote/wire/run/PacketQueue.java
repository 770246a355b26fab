package org.ticktoquote.wire.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;

/**
 * Transfers packets from the thread that finds them in frames to the thread that reads them, in reused batches of copies.
 * Allocates only for a packet longer than a batch. Each thread waits for the other.
 */
final class PacketQueue implements PacketHandler {
    private static final int BATCHES = 8;
    private static final int PACKETS = 256;
    private static final int BYTES = 1 << 18;
    private static final long WAIT_NS = 20_000;

    private final OneToOneConcurrentArrayQueue<Batch> full = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final OneToOneConcurrentArrayQueue<Batch> empty = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final BooleanSupplier stop;
    private @Nullable Batch current;
    private volatile boolean ended;
    private volatile boolean abandoned;

    private static final class Batch {
        private final Packet[] packets =
                Stream.generate(Packet::new).limit(PACKETS).toArray(Packet[]::new);
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[BYTES]);
        private int count;
        private int filled;

        private void add(Packet packet) {
            if (count == 0 && packet.length > bytes.capacity()) {
                bytes.wrap(new byte[BitUtil.findNextPositivePowerOfTwo(packet.length)]);
            }
            packets[count++].copy(packet, bytes, filled);
            filled += BitUtil.align(packet.length, Long.BYTES);
        }
    }

    /** @param stop returns true to find no more packets */
    PacketQueue(BooleanSupplier stop) {
        this.stop = stop;
        Stream.generate(Batch::new).limit(BATCHES).forEach(empty::add);
    }

    /** Copies a packet; waits for room. Called on the thread that finds packets. */
    @Override
    public void packet(Packet packet) {
        Batch batch = current;
        if (batch != null && (batch.count == PACKETS || batch.filled + packet.length > batch.bytes.capacity())) {
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

    /** Returns whether the finding thread should stop. */
    boolean isStopped() {
        return abandoned || stop.getAsBoolean();
    }

    /**
     * Runs {@code finding}, which fills this queue, on a separate thread, and hands the packets on in the calling thread.
     */
    void transfer(Runnable finding, PacketHandler to) {
        CompletableFuture<Void> found = CompletableFuture.runAsync(() -> fill(finding), PacketQueue::start);
        try {
            drain(to);
        } finally {
            abandoned = true;
            found.join();
        }
    }

    private static void start(Runnable finding) {
        Thread thread = new Thread(finding, "capture-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void fill(Runnable finding) {
        try {
            finding.run();
        } finally {
            handOn();
            ended = true;
        }
    }

    private void drain(PacketHandler to) {
        boolean last = false;
        while (!last) {
            last = ended;
            for (Batch batch = full.poll(); batch != null; batch = full.poll()) {
                for (int i = 0; i < batch.count; i++) {
                    to.packet(batch.packets[i]);
                }
                batch.count = 0;
                batch.filled = 0;
                empty.add(batch);
            }
            LockSupport.parkNanos(last ? 0 : WAIT_NS);
        }
    }
}
