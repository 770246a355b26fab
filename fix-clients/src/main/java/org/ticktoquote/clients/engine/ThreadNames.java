package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives QuickFIX/J's and MINA's own threads names of this process; the I/O threads are named by their {@link TapFilter}.
 *
 * <p>MINA renames a worker of a pool when work begins and ends, so this is done again after every logon.
 */
final class ThreadNames {
    private static final Map<Pattern, String> ROLES = Map.of(
            Pattern.compile("QFJ Message Processor.*"), "fix-clients-engine",
            Pattern.compile("QFJ Timer.*"), "fix-clients-timer",
            Pattern.compile("QFJ Reconnect Thread-(\\d+)"), "fix-clients-reconnect-$1",
            Pattern.compile("pool-(\\d+)-thread-\\d+"), "fix-clients-pool-$1",
            Pattern.compile("NioSocketConnector-(\\d+)"), "fix-clients-connector-$1");

    private ThreadNames() {}

    /** Renames the threads of the calling thread's group that exist now. */
    static void apply() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            rename(threads[i]);
        }
    }

    private static void rename(Thread thread) {
        ROLES.forEach((pattern, role) -> {
            Matcher matcher = pattern.matcher(thread.getName());
            if (matcher.matches()) {
                thread.setName(matcher.replaceFirst(role));
            }
        });
    }
}
