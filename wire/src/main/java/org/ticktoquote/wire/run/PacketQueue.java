package org.ticktoquote.wire.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Transfers packets and stream events, in order, from the thread that finds packets and reassembles streams to the thread that
 * reads messages, in reused batches of copies. Payload of TCP is copied once, as bytes of its stream. Allocates only for stream
 * events other than bytes, and for bytes longer than a batch. Each thread waits for the other.
 */
final class PacketQueue {
    private static final int BATCHES = 8;
    private static final int ITEMS = 512;
    private static final int BYTES = 1 << 18;
    private static final long WAIT_NS = 20_000;

    private final OneToOneConcurrentArrayQueue<Batch> full = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final OneToOneConcurrentArrayQueue<Batch> empty = new OneToOneConcurrentArrayQueue<>(BATCHES);
    private final Function<StreamDirection, StreamReader> streams;
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

    /** Packet, bytes of a stream, or, rarely, another event of a stream. */
    private static final class Item {
        private final Packet packet = new Packet();
        private @Nullable QueuedStream stream;
        private @Nullable Runnable event;

        private void handOn(Consumer<Packet> packets) {
            if (stream == null) {
                packets.accept(packet);
            } else if (event != null) {
                event.run();
                event = null;
            } else {
                stream.reader().bytes(packet.buffer, 0, packet.buffer.capacity(), packet.timeNs, packet.number);
            }
        }
    }

    /** Queues the events of one direction of a connection; its reader is chosen and called on the receiving thread. */
    private final class QueuedStream implements StreamReader {
        private final StreamDirection flow;
        private @Nullable StreamReader reader;

        private QueuedStream(StreamDirection flow) {
            this.flow = flow;
        }

        private StreamReader reader() {
            StreamReader known = reader == null ? streams.apply(flow) : reader;
            reader = known;
            return known;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            Packet bytes = add(this, length).packet;
            bytes.buffer.putBytes(0, buffer, offset, length);
            bytes.timeNs = timeNs;
            bytes.number = number;
        }

        @Override
        public void hole(long length, long timeNs) {
            add(this, 0).event = () -> reader().hole(length, timeNs);
        }

        @Override
        public void retransmitted(long number) {
            add(this, 0).event = () -> reader().retransmitted(number);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            add(this, 0).event = () -> reader().end(how, timeNs);
        }
    }

    /**
     * Creates an empty queue.
     *
     * @param streams chooses the readers of streams, on the receiving thread
     * @param stop returns true to stop finding packets
     */
    PacketQueue(Function<StreamDirection, StreamReader> streams, BooleanSupplier stop) {
        this.streams = streams;
        this.stop = stop;
        Stream.generate(Batch::new).limit(BATCHES).forEach(empty::add);
    }

    /** Copies a packet; blocks while the queue is full. Called on the thread that finds packets. */
    public void packet(Packet packet) {
        add(null, packet.protocol == Packet.TCP ? 0 : packet.length).packet.copy(packet);
    }

    public StreamReader opened(StreamDirection flow) {
        return new QueuedStream(flow);
    }

    /** Adds an item with room for {@code length} bytes, which the caller fills; blocks while the queue is full. */
    private Item add(@Nullable QueuedStream stream, int length) {
        if (current != null && (current.count == ITEMS || current.filled + length > current.bytes.capacity())) {
            handOn();
        }
        while (current == null) {
            current = abandoned ? new Batch() : empty.poll();
            LockSupport.parkNanos(current == null ? WAIT_NS : 0);
        }
        Item item = current.add(length);
        item.stream = stream;
        return item;
    }

    private void handOn() {
        if (current != null) {
            full.offer(current);
            current = null;
        }
    }

    /** Returns whether the finding thread should stop. */
    boolean isStopped() {
        return abandoned || stop.getAsBoolean();
    }

    /**
     * Runs {@code finding}, which fills this queue, on a separate thread, and delivers the items on the calling thread.
     * Rethrows exceptions of {@code finding} after the items before them.
     */
    void transfer(Runnable finding, Consumer<Packet> to) {
        CompletableFuture<Void> found =
                CompletableFuture.runAsync(() -> fill(finding), work -> DaemonThread.start("capture-reader", work));
        try {
            drain(to);
        } finally {
            abandoned = true;
            join(found);
        }
    }

    /** Waits for the finding thread and rethrows its exception. */
    private static void join(CompletableFuture<Void> found) {
        try {
            found.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void fill(Runnable finding) {
        try {
            finding.run();
        } finally {
            handOn();
            ended = true;
        }
    }

    private void drain(Consumer<Packet> to) {
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
