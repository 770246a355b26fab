package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives QuickFIX/J's own threads names of this process. */
final class ThreadNames {
    private static final Map<Pattern, String> ROLES = Map.of(
            Pattern.compile("QFJ Message Processor.*"), "fix-clients-engine",
            Pattern.compile("QFJ Timer.*"), "fix-clients-timer");

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
