package org.ticktoquote.wire.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Transfers packets, and what TCP connections carry, from the thread that finds them in frames to the thread that reads messages,
 * in order. The payload of a segment is copied only as bytes of its stream. Batches of copies are reused. Allocates only for
 * events of streams other than bytes, and for bytes that are longer than a batch. Each thread waits for the other one.
 */
final class PacketQueue implements PacketHandler, StreamHandler {
    private static final int BATCHES = 8;
    private static final int ITEMS = 512;
    private static final int BYTES = 1 << 18;
    private static final long WAIT_NS = 20_000;

    private final OneToOneConcurrentArrayQueue<Batch> full = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final OneToOneConcurrentArrayQueue<Batch> empty = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final StreamHandler streams;
    private final BooleanSupplier stop;
    private @Nullable Batch current;
    private volatile boolean ended;
    private volatile boolean abandoned;

    private static final class Batch {
        private final Item[] items = Stream.generate(Item::new).limit(ITEMS).toArray(Item[]::new);
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[BYTES]);
        private int count;
        private int filled;

        private Item add(int length) {
            if (count == 0 && length > bytes.capacity()) {
                bytes.wrap(new byte[BitUtil.findNextPositivePowerOfTwo(length)]);
            }
            Item item = items[count++];
            item.packet.buffer.wrap(bytes, filled, length);
            filled += BitUtil.align(length, Long.BYTES);
            return item;
        }
    }

    /** A packet, bytes of a stream with their time and frame, or, rarely, another call to the reader of a stream. */
    private static final class Item {
        private final Packet packet = new Packet();
        private @Nullable QueuedStream stream;
        private @Nullable Consumer<StreamReader> call;

        private void handOn(PacketHandler packets) {
            if (stream == null) {
                packets.packet(packet);
            } else if (call != null) {
                call.accept(stream.reader());
                call = null;
            } else {
                UnsafeBuffer bytes = packet.buffer;
                stream.reader().bytes(bytes, 0, bytes.capacity(), packet.timeNs, packet.number);
            }
        }
    }

    /** One direction of a connection on the thread that finds packets; its reader is chosen and called on the other one. */
    private final class QueuedStream implements StreamReader {
        private final Flow flow;
        private @Nullable StreamReader reader;

        private QueuedStream(Flow flow) {
            this.flow = flow;
        }

        private StreamReader reader() {
            StreamReader known = reader == null ? streams.opened(flow) : reader;
            reader = known;
            return known;
        }

        private void add(Consumer<StreamReader> call) {
            PacketQueue.this.add(this, 0).call = call;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            Packet bytes = PacketQueue.this.add(this, length).packet;
            bytes.buffer.putBytes(0, buffer, offset, length);
            bytes.timeNs = timeNs;
            bytes.number = number;
        }

        @Override
        public void hole(long length, long timeNs) {
            add(to -> to.hole(length, timeNs));
        }

        @Override
        public void retransmitted(int length, long firstNs, long first, long timeNs, long number, boolean same) {
            add(to -> to.retransmitted(length, firstNs, first, timeNs, number, same));
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            add(to -> to.end(how, timeNs));
        }
    }

    /**
     * An empty queue.
     *
     * @param streams chooses the readers of streams, on the thread that reads messages
     * @param stop whether to find no more packets
     */
    PacketQueue(StreamHandler streams, BooleanSupplier stop) {
        this.streams = streams;
        this.stop = stop;
        Stream.generate(Batch::new).limit(BATCHES).forEach(empty::add);
    }

    /** On the thread that finds packets: copies one; waits for room. */
    @Override
    public void packet(Packet packet) {
        add(null, packet.protocol == Packet.TCP ? 0 : packet.length).packet.copy(packet);
    }

    @Override
    public StreamReader opened(Flow flow) {
        return new QueuedStream(flow);
    }

    /** Adds an item with room for so many bytes; its contents follow. */
    private Item add(@Nullable QueuedStream stream, int length) {
        Batch batch = current;
        if (batch != null && (batch.count == ITEMS || batch.filled + length > batch.bytes.capacity())) {
            handOn();
            batch = null;
        }
        while (batch == null) {
            batch = abandoned ? new Batch() : empty.poll();
            current = batch;
            if (batch == null) {
                LockSupport.parkNanos(WAIT_NS);
            }
        }
        Item item = batch.add(length);
        item.stream = stream;
        return item;
    }

    private void handOn() {
        if (current != null) {
            full.offer(current);
            current = null;
        }
    }

    /** Whether no packet is to be found any more. */
    boolean isStopped() {
        return abandoned || stop.getAsBoolean();
    }

    /** Finds packets on a separate thread, which gives them to this queue, and hands them on on the calling thread. */
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
                    batch.items[i].handOn(to);
                }
                batch.count = 0;
                batch.filled = 0;
                empty.add(batch);
            }
            LockSupport.parkNanos(last ? 0 : WAIT_NS);
        }
    }
}
