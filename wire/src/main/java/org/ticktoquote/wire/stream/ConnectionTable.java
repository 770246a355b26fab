package org.ticktoquote.wire.stream;

import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.packet.Packet;

/** Connections by their addresses and ports, and in the order of their last packets. Open addressing; no allocation. */
final class ConnectionTable {
    private static final int SMALLEST = 64;

    private @Nullable TcpConnection[] slots = new TcpConnection[SMALLEST];
    private @Nullable TcpConnection oldest;
    private @Nullable TcpConnection newest;
    private int size;

    int size() {
        return size;
    }

    /** The one whose last packet is oldest, or that has ended. */
    @Nullable
    TcpConnection oldest() {
        return oldest;
    }

    @Nullable
    TcpConnection find(Packet packet) {
        int mask = slots.length - 1;
        int at = TcpConnection.hash(packet) & mask;
        for (TcpConnection some = slots[at]; some != null; some = slots[at]) {
            if (some.sendsForward(packet) || some.sendsBackward(packet)) {
                return some;
            }
            at = at + 1 & mask;
        }
        return null;
    }

    void add(TcpConnection connection) {
        if (2 * size >= slots.length) {
            @Nullable TcpConnection[] before = slots;
            slots = new TcpConnection[BitUtil.findNextPositivePowerOfTwo(2 * before.length)];
            for (TcpConnection some : before) {
                if (some != null) {
                    put(some);
                }
            }
        }
        put(connection);
        size++;
        appendNewest(connection);
    }

    private void put(TcpConnection connection) {
        int mask = slots.length - 1;
        int at = connection.hash() & mask;
        while (slots[at] != null) {
            at = at + 1 & mask;
        }
        slots[at] = connection;
    }

    void remove(TcpConnection connection) {
        int mask = slots.length - 1;
        int gap = connection.hash() & mask;
        while (slots[gap] != connection) {
            gap = gap + 1 & mask;
        }
        int at = gap + 1 & mask;
        for (TcpConnection some = slots[at]; some != null; some = slots[at]) {
            int home = some.hash() & mask;
            if ((at - home & mask) >= (at - gap & mask)) {
                slots[gap] = some;
                gap = at;
            }
            at = at + 1 & mask;
        }
        slots[gap] = null;
        size--;
        unlink(connection);
    }

    /** Notes that a connection has had a packet. */
    void touch(TcpConnection connection) {
        if (connection != newest) {
            unlink(connection);
            appendNewest(connection);
        }
    }

    /** Makes a connection that has ended the first to go. */
    void release(TcpConnection connection) {
        if (connection != oldest) {
            unlink(connection);
            TcpConnection first = oldest;
            connection.newer = first;
            if (first == null) {
                newest = connection;
            } else {
                first.older = connection;
            }
            oldest = connection;
        }
    }

    private void appendNewest(TcpConnection connection) {
        TcpConnection last = newest;
        connection.older = last;
        if (last == null) {
            oldest = connection;
        } else {
            last.newer = connection;
        }
        newest = connection;
    }

    private void unlink(TcpConnection connection) {
        TcpConnection before = connection.older;
        TcpConnection after = connection.newer;
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        connection.older = null;
        connection.newer = null;
    }
}
