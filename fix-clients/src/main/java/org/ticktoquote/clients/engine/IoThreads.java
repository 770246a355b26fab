package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.service.IoProcessor;
import org.apache.mina.core.session.AttributeKey;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.apache.mina.transport.socket.nio.NioProcessor;
import org.apache.mina.transport.socket.nio.NioSession;

/**
 * The threads that read and write the connections of all sessions, {@code clients-io-NN}.
 *
 * <p>Session {@code i} belongs to thread {@code i} modulo their number, with every connection that it makes: what one
 * connection writes last stands before what the next one writes first. One wake-up of a thread serves all of its
 * connections that have something to read, each by one read. A connection that an application made belongs to the thread
 * with the fewest of them, since nobody knows whose it is.
 */
final class IoThreads implements IoProcessor<NioSession> {
    private static final AttributeKey THREAD = new AttributeKey(IoThreads.class, "thread");

    private final List<NioProcessor> processors = new ArrayList<>();
    private final List<ExecutorService> executors = new ArrayList<>();
    private final AtomicIntegerArray accepted;

    /** @param count of the threads, which start with the first connection */
    IoThreads(int count) {
        accepted = new AtomicIntegerArray(count);
        for (int i = 0; i < count; i++) {
            String name = name(i);
            ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
                Thread thread = new Thread(work, name);
                thread.setDaemon(true);
                return thread;
            });
            executors.add(executor);
            processors.add(new OneRead(executor));
        }
    }

    private static String name(int thread) {
        return String.format(Locale.ROOT, "clients-io-%02d", thread);
    }

    /** Gives a connection to the thread of its session, before it is added. */
    void assign(IoSession connection, int session) {
        connection.setAttribute(THREAD, session % processors.size());
    }

    /** Gives a connection that an application made to a thread. */
    private void assign(NioSession connection) {
        int fewest = 0;
        for (int thread = 1; thread < processors.size(); thread++) {
            fewest = accepted.get(thread) < accepted.get(fewest) ? thread : fewest;
        }
        int thread = fewest;
        connection.setAttribute(THREAD, thread);
        accepted.incrementAndGet(thread);
        connection.getCloseFuture().addListener(closed -> accepted.decrementAndGet(thread));
    }

    /** Names the calling thread, which reads the connection: MINA has named it after itself. */
    static void nameCurrent(IoSession connection) {
        Thread.currentThread().setName(name((Integer) connection.getAttribute(THREAD)));
    }

    private NioProcessor of(NioSession connection) {
        return processors.get((Integer) connection.getAttribute(THREAD));
    }

    @Override
    public void add(NioSession connection) {
        if (connection.isServer()) {
            assign(connection);
        }
        of(connection).add(connection);
    }

    @Override
    public void remove(NioSession connection) {
        of(connection).remove(connection);
    }

    @Override
    public void flush(NioSession connection) {
        of(connection).flush(connection);
    }

    @Override
    public void write(NioSession connection, WriteRequest request) {
        of(connection).write(connection, request);
    }

    @Override
    public void updateTrafficControl(NioSession connection) {
        of(connection).updateTrafficControl(connection);
    }

    @Override
    public boolean isDisposing() {
        return processors.stream().anyMatch(NioProcessor::isDisposing);
    }

    @Override
    public boolean isDisposed() {
        return processors.stream().allMatch(NioProcessor::isDisposed);
    }

    /** Closes what is still open and ends the threads; waits for them. */
    @Override
    public void dispose() {
        processors.forEach(NioProcessor::dispose);
        executors.forEach(ExecutorService::shutdown);
    }

    /**
     * Reads a connection once for a wake-up, without an allocation. MINA reads again until there is nothing, which costs a
     * system call each time, and what the second read finds would be stamped later than it came. What is left wakes the
     * thread again. MINA also makes a buffer for each read and a set for each wake-up; here all reads of a thread are into
     * one buffer, which is the filters' until they return. A TLS filter keeps what it cannot decrypt yet, by a copy where the
     * buffer is a duplicate.
     */
    private static final class OneRead extends NioProcessor implements Consumer<SelectionKey> {
        private static final int LONGEST_READ = 1 << 16;

        private final IoBuffer bytes = IoBuffer.allocate(LONGEST_READ, true);
        private final List<NioSession> ready = new ArrayList<>();

        OneRead(Executor executor) {
            super(executor);
        }

        @Override
        protected int select(long timeoutMs) throws IOException {
            ready.clear();
            selectorLock.readLock().lock();
            try {
                return selector.select(this, timeoutMs);
            } finally {
                selectorLock.readLock().unlock();
            }
        }

        /** Takes a connection that has something to read or room to write. */
        @Override
        public void accept(SelectionKey selected) {
            ready.add((NioSession) selected.attachment());
        }

        @Override
        protected Iterator<NioSession> selectedSessions() {
            return ready.iterator();
        }

        /** Reads a connection that can be read; true where it has ended, which is MINA's to find. */
        @Override
        protected boolean isReadable(NioSession connection) {
            return super.isReadable(connection) && !connection.isReadSuspended() && !wasRead(connection);
        }

        private boolean wasRead(NioSession connection) {
            try {
                if (read(connection, bytes.clear()) <= 0) {
                    return false;
                }
                IoFilterChain filters = connection.getFilterChain();
                filters.fireMessageReceived(
                        filters.contains(FilterChain.TLS) ? bytes.flip().duplicate() : bytes.flip());
            } catch (IOException broken) { // asked again, the system would not say why
                remove(connection);
                connection.getFilterChain().fireExceptionCaught(broken);
            } catch (Exception e) {
                connection.getFilterChain().fireExceptionCaught(e);
            }
            return true;
        }
    }
}
