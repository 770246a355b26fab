package org.ticktoquote.host.pingpong;

import com.sun.jna.LastErrorException;
import com.sun.jna.ptr.IntByReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.NetworkChannel;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.linux.LibC;

/**
 * {@code SO_BUSY_POLL} of a socket (socket(7), Linux 3.11): a blocking receive polls the adapter's queue for some
 * microseconds before it sleeps. Java has no name for it, so the descriptor is taken out of the channel.
 */
final class BusyPoll {
    /** As long as the kernel's documentation recommends. */
    static final int US = 50;

    private static final int SOL_SOCKET = 1;
    private static final int SO_BUSY_POLL = 46;

    private BusyPoll() {}

    /** Turns it on; returns why not, or that the kernel keeps less. */
    static String on(NetworkChannel channel) {
        try {
            int socket = descriptor(channel);
            LibC c = LibC.get();
            c.setsockopt(socket, SOL_SOCKET, SO_BUSY_POLL, new IntByReference(US), Integer.BYTES);
            IntByReference kept = new IntByReference();
            c.getsockopt(socket, SOL_SOCKET, SO_BUSY_POLL, kept, new IntByReference(Integer.BYTES));
            return kept.getValue() == US ? "" : "busy polling for " + kept.getValue() + " us instead of " + US;
        } catch (LastErrorException refused) {
            return "no busy polling: setsockopt SO_BUSY_POLL: " + refused.getMessage() + " (more than"
                    + " net.core.busy_read needs CAP_NET_ADMIN)";
        } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
            return "no busy polling: the socket's descriptor cannot be had: " + IoReason.of(closed)
                    + " (start java with --add-opens java.base/sun.nio.ch=ALL-UNNAMED)";
        }
    }

    private static int descriptor(NetworkChannel channel)
            throws ClassNotFoundException, NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        Method method = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
        method.setAccessible(true);
        return (int) method.invoke(channel);
    }
}
