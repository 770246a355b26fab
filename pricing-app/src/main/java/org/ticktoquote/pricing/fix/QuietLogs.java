package org.ticktoquote.pricing.fix;

import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

/** QuickFIX/J's message logs go nowhere: writing them would be on the path that is measured. */
final class QuietLogs implements LogFactory {
    private static final Log QUIET = new Log() {
        @Override
        public void clear() {}

        @Override
        public void onIncoming(String message) {}

        @Override
        public void onOutgoing(String message) {}

        @Override
        public void onEvent(String text) {}

        @Override
        public void onErrorEvent(String text) {}
    };

    @Override
    public Log create(SessionID sessionId) {
        return QUIET;
    }
}
