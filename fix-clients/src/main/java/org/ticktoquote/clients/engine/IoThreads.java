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
import org.ticktoquote.core.command.DaemonThread;

/**
 * I/O threads of all sessions, {@code clients-io-NN}.
 *
 * <p>All connections of a session {@code i} that connects to the application belong to thread {@code i} modulo the
 * number of threads. The last record of a connection thus precedes the first one of the next. A wake-up of a thread
 * reads each readable connection once. A connection from an application belongs to the thread with the fewest such
 * connections, because its session is still unknown.
 */
final class IoThreads implements IoProcessor<NioSession> {
    private static final AttributeKey THREAD = new AttributeKey(IoThreads.class, "thread");

    private final List<NioProcessor> processors = new ArrayList<>();
    private final List<ExecutorService> executors = new ArrayList<>();
    private final AtomicIntegerArray accepted;

    /** @param count number of threads, which start with the first connection */
    IoThreads(int count) {
        accepted = new AtomicIntegerArray(count);
        for (int i = 0; i < count; i++) {
            String name = name(i);
            ExecutorService executor = Executors.newSingleThreadExecutor(work -> DaemonThread.of(name, work));
            executors.add(executor);
            processors.add(new OneRead(executor));
        }
    }

    private static String name(int thread) {
        return String.format(Locale.ROOT, "clients-io-%02d", thread);
    }

    /** Assigns a connection to the thread of its session, before it is added. */
    void assign(IoSession connection, int session) {
        connection.setAttribute(THREAD, session % processors.size());
    }

    /** Assigns a connection from an application to a thread. */
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

    /** Names the calling thread, which reads the connection, because MINA changes its name. */
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

    /** Closes open connections, ends the threads and waits for them. */
    @Override
    public void dispose() {
        processors.forEach(NioProcessor::dispose);
        executors.forEach(ExecutorService::shutdown);
    }

    /**
     * Reads a connection once per wake-up, without allocation. MINA would read until nothing is left, which takes another
     * system call each time, and would stamp the data of the second read too late. Remaining data wakes the thread again.
     * MINA also allocates a buffer per read and a set per wake-up. Here all reads of a thread share one buffer, which
     * belongs to the filters until they return. A TLS filter keeps data that it cannot decrypt yet. It would retain the
     * shared buffer itself, but copies the data from a duplicate.
     */
    private static final class OneRead extends NioProcessor implements Consumer<SelectionKey> {
        private static final int MAX_READ_BYTES = 1 << 16;

        private final IoBuffer bytes = IoBuffer.allocate(MAX_READ_BYTES, true);
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

        /** Adds a connection that is readable or writable. */
        @Override
        public void accept(SelectionKey selected) {
            ready.add((NioSession) selected.attachment());
        }

        @Override
        protected Iterator<NioSession> selectedSessions() {
            return ready.iterator();
        }

        /** Reads a readable connection. Returns true if it has ended, to let MINA detect that. */
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
            } catch (IOException broken) { // a second read would not report the cause
                remove(connection);
                connection.getFilterChain().fireExceptionCaught(broken);
            } catch (Exception e) {
                connection.getFilterChain().fireExceptionCaught(e);
            }
            return true;
        }
    }
}
