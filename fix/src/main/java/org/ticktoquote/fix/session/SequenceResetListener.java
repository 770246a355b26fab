package org.ticktoquote.fix.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import quickfix.Session;
import quickfix.SessionStateListener;

/**
 * Applies a SequenceReset (35=4) before QuickFIX/J, which would search for queued messages under every number from 1.
 *
 * <p>After a resend request, messages can be queued. The search is then left to QuickFIX/J, unless it would block the thread.
 * Messages that are not found stay in the queue until the connection ends. For the thread that handles messages.
 */
public final class SequenceResetListener implements SessionStateListener {
    private static final int MAX_SEARCHED = 1_000_000;

    private final Session session;
    private boolean resendRequested;

    public SequenceResetListener(Session session) {
        this.session = session;
    }

    @Override
    public void onResendRequestSent(int begin, int end, int currentEnd) {
        resendRequested = true;
    }

    @Override
    public void onSequenceResetReceived(int next, boolean gapFill) {
        try {
            if ((!resendRequested || next > MAX_SEARCHED) && next > session.getExpectedTargetNum()) {
                session.setNextTargetMsgSeqNum(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the FIX session store failed", e);
        }
    }
}
