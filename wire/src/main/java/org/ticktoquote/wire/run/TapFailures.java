package org.ticktoquote.wire.run;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.tap.TapListener;

/** Keeps the first failure of a tap, as with a full disk; all else is in the journals. One thread. */
final class TapFailures implements TapListener {
    private @Nullable Throwable first;

    /** Throws the failure, if there was one. */
    void check() {
        if (first instanceof RuntimeException failure) {
            throw failure;
        }
    }

    @Override
    public void failed(int session, Throwable cause) {
        first = first == null ? cause : first;
    }

    @Override
    public void loggedOn(int session, long atNs) {}

    @Override
    public void disconnected(int session, long atNs, boolean ordered, String how) {}

    @Override
    public void noticed(int session, String what) {}

    @Override
    public void bookUnknown(int session) {}

    @Override
    public void unanswered(int session) {}

    @Override
    public void over(int session, String why) {}
}
