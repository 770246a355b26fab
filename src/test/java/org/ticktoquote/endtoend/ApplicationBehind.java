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

/** The built-in application behind another one, which passes on what it reads by a port that only the two of them know. */
final class ApplicationBehind implements AutoCloseable {
    private final List<Instrument> instruments = new ArrayList<>();
    private final List<String> venues = new ArrayList<>();
    private final Process pricing;
    private final Feed feed;
    private long session;
    private long firstTickId;
    private boolean opened;

    /** Of the arguments of the one before it: what that one reads, the port between them, and the command of this one. */
    ApplicationBehind(String... arguments) throws IOException {
        pricing = new ProcessBuilder(Arrays.asList(arguments).subList(2, arguments.length))
                .inheritIO()
                .start();
        feed = Feeds.BUILT_IN.open("udp://127.0.0.1:" + arguments[1], FeedListener.NONE);
    }

    /**
     * The command of an application with the built-in one behind it.
     *
     * @param jars what it needs beside t2q.jar, each after a colon
     * @param read what it reads
     * @param more further options of the one behind
     */
    static String command(Class<?> application, String jars, String read, String more) throws IOException {
        int behind = UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        String classes =
                application.getProtectionDomain().getCodeSource().getLocation().getPath();
        return "{java} --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
                + " -cp '" + T2qProcess.jar() + jars + ":" + classes + "' " + application.getName() + " " + read + " "
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

    /** Every definition came before the first of whatever follows. */
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
