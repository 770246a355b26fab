package org.ticktoquote.clients;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.engine.EngineListener;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.fix.tap.TapListener;

/** Brings the events of all threads to the one that works them off; adding never waits. */
final class EventQueue implements ControlChannel.Listener, TapListener, EngineListener {
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** The next event, or null when none came in time. */
    @Nullable
    Event poll(long timeoutNs) throws InterruptedException {
        return events.poll(timeoutNs, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onCommand(Command command) {
        events.add(new Event.Ordered(command));
    }

    @Override
    public void onRefused(Refusal refusal) {
        events.add(new Event.Malformed(refusal));
    }

    @Override
    public void onClosed() {
        events.add(new Event.HarnessGone());
    }

    @Override
    public void loggedOn(int session, long atNs) {
        events.add(new Event.LoggedOn(session, atNs));
    }

    @Override
    public void disconnected(int session, long atNs, boolean ordered, String how) {
        events.add(new Event.Disconnected(session, atNs, ordered, how));
    }

    @Override
    public void noticed(int session, String what) {
        events.add(new Event.Noticed(session, what));
    }

    @Override
    public void bookUnknown(int session) {
        events.add(new Event.BookUnknown(session));
    }

    @Override
    public void unanswered(int session) {
        events.add(new Event.Unanswered(session));
    }

    @Override
    public void notAccepted(int session, String why, boolean ends) {
        events.add(new Event.NotAccepted(session, why, ends));
    }

    @Override
    public void over(int session, String why) {
        events.add(new Event.Over(session, why));
    }

    @Override
    public void failed(int session, Throwable cause) {
        events.add(new Event.Failed(session, cause));
    }

    @Override
    public void unreachable(int session, String cause) {
        events.add(new Event.Unreachable(session, cause));
    }

    @Override
    public void reachable(int session) {
        events.add(new Event.Reachable(session));
    }

    @Override
    public void refused(String why, boolean first) {
        events.add(new Event.Refused(why, first));
    }

    @Override
    public void subscribed(int session) {
        events.add(new Event.Subscribed(session));
    }

    @Override
    public void rejected(int session, int instrument, String type, String text) {
        events.add(new Event.Rejected(session, instrument, type, text));
    }

    @Override
    public void loggedOut(int session, String text) {
        events.add(new Event.LoggedOut(session, text));
    }
}
