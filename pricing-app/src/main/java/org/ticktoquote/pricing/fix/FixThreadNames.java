package org.ticktoquote.pricing.fix;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Role names for the threads that QuickFIX/J and MINA start: {@code pricing-fix-acceptor-1}, {@code pricing-fix-io-1},
 * {@code pricing-fix-messages}, {@code pricing-fix-timer}.
 *
 * <p>Linux shows a new name only where a thread gives it to itself; thread dumps show it always.
 */
final class FixThreadNames {
    private static final Map<String, String> ROLES = Map.of(
            "NioSocketAcceptor", "pricing-fix-acceptor",
            "NioProcessor", "pricing-fix-io",
            "QFJ Message Processor", "pricing-fix-messages",
            "QFJ Timer", "pricing-fix-timer");

    /** The number at the end of the library's name, and nothing else of it. */
    private static final Pattern NUMBER = Pattern.compile("^.*?(-[0-9]+)?$");

    private FixThreadNames() {}

    /** Names the calling thread. */
    static void nameCurrent() {
        name(Thread.currentThread());
    }

    /** Names those that live now. */
    static void nameAll() {
        Thread[] threads = new Thread[Thread.activeCount() + 16];
        int count = Thread.enumerate(threads);
        for (int i = 0; i < count; i++) {
            name(threads[i]);
        }
    }

    private static void name(Thread thread) {
        String old = thread.getName();
        ROLES.forEach((library, role) -> {
            if (old.startsWith(library)) {
                thread.setName(role + NUMBER.matcher(old).replaceFirst("$1"));
            }
        });
    }
}
