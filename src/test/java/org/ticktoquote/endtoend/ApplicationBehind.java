package org.ticktoquote.endtoend;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;

/** The built-in application as the back end of a gateway that forwards its market data over a private port. */
final class ApplicationBehind implements AutoCloseable {
    private final List<Instrument> instruments = new ArrayList<>();
    private final List<String> venues = new ArrayList<>();
    private final Process pricing;
    private final Feed feed;
    private long session;
    private long firstTickId;
    private boolean opened;

    /** Starts from the gateway's arguments: its feed, the private port, and the command of the built-in application. */
    ApplicationBehind(String... arguments) throws IOException {
        pricing = new ProcessBuilder(Arrays.asList(arguments).subList(2, arguments.length))
                .inheritIO()
                .start();
        feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + arguments[1], FeedListener.NONE);
    }

    /**
     * Returns the command of a gateway with the built-in application as its back end.
     *
     * @param jars further jars of its class path, each after a colon
     * @param read the feed of the gateway
     * @param more further options of the built-in application
     */
    static String command(Class<?> application, String jars, String read, String more) throws IOException {
        int behind = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        return "{java} --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
                + " -cp '" + T2qProcess.jar() + jars + ":" + T2qProcess.classes() + "' " + application.getName() + " "
                + read + " "
                + behind + " {java} -jar '" + T2qProcess.jar() + "' pricing-app --feed udp://127.0.0.1:" + behind
                + " --fix-port {fixPort} --sessions {sessions}" + more;
    }

    boolean runs() {
        return pricing.isAlive();
    }

    void begin(long newSession, long newFirstTickId) {
        session = newSession;
        firstTickId = newFirstTickId;
        instruments.clear();
        venues.clear();
        opened = false;
    }

    void instrument(Instrument instrument) {
        instruments.add(instrument);
    }

    void venue(String name) {
        venues.add(name);
    }

    /** Opens the feed at the first message after the definitions. */
    private Feed open() {
        if (!opened) {
            opened = true;
            feed.open(new SessionOpening(session, firstTickId, instruments, venues));
        }
        return feed;
    }

    void quote(DirectBuffer message, int offset, long tickId, long timeNs) {
        open().prepare(message, offset, tickId, timeNs);
        feed.send();
    }

    void heartbeat(long nextTickId) {
        open().heartbeat(nextTickId);
    }

    void end(long lastTickId) {
        feed.end(lastTickId);
    }

    @Override
    public void close() {
        feed.close();
    }
}
