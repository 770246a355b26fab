package org.ticktoquote.clients;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import quickfix.SystemTime;
import quickfix.SystemTimeSource;

/** The time of QuickFIX/J in this JVM, both parties of a test: it stands still until it is advanced. */
final class EngineTime implements SystemTimeSource, AutoCloseable {
    private final AtomicLong nowMs = new AtomicLong(System.currentTimeMillis());

    EngineTime() {
        SystemTime.setTimeSource(this);
    }

    void advance(long ms) {
        nowMs.addAndGet(ms);
    }

    @Override
    public long getTime() {
        return nowMs.get();
    }

    @Override
    public LocalDateTime getNow() {
        return LocalDateTime.ofEpochSecond(nowMs.get() / 1000, (int) (nowMs.get() % 1000) * 1_000_000, ZoneOffset.UTC);
    }

    @Override
    public void close() {
        SystemTime.setTimeSource(null);
    }
}
