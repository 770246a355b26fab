package org.ticktoquote.replayer.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;

/** Closes resources in reverse order of opening, all of them even if one fails. */
final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(opened);
        opened.clear();
    }
}
