package org.ticktoquote.replayer.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;

/** Things that were opened one after the other and are closed the other way round, all of them. */
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
