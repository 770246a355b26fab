package org.ticktoquote.clients.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.message.MessageTexts;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.SessionConnector;

/**
 * Shows what a connection says and hears in plain FIX, a message a line; only there when somebody wants to look. One per
 * connection; what it hears is read by its I/O thread alone.
 */
final class TraceFilter extends IoFilterAdapter {
    private final MessageTrace trace;
    private final NanoClock clock;
    private final ToIntFunction<SessionID> sessions;
    private final MessageTexts heard = new MessageTexts();

    TraceFilter(MessageTrace trace, NanoClock clock, ToIntFunction<SessionID> sessions) {
        this.sessions = sessions;
        this.trace = trace;
        this.clock = clock;
    }

    @Override
    public void messageReceived(NextFilter next, IoSession connection, Object message) {
        ByteBuffer bytes = ((IoBuffer) message).buf().duplicate();
        boolean unused = heard.read(bytes, text -> trace.received(clock.nanoTime(), peer(connection), bytesOf(text)));
        next.messageReceived(connection, message);
    }

    @Override
    public void filterWrite(NextFilter next, IoSession connection, WriteRequest request) {
        if (request.getMessage() instanceof IoBuffer bytes) {
            trace.sent(clock.nanoTime(), peer(connection), bytes.buf().duplicate());
        }
        next.filterWrite(connection, request);
    }

    private static ByteBuffer bytesOf(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String peer(IoSession connection) {
        SessionID id = ((Session) connection.getAttribute(SessionConnector.QF_SESSION)).getSessionID();
        return MessageTrace.session(sessions.applyAsInt(id));
    }
}
