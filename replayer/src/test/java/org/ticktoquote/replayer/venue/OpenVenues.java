package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;
import org.awaitility.Awaitility;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.recording.Recording;

/** Opens the venues of a file and sends ticks to them. */
final class OpenVenues implements AutoCloseable {
    static final int EUR_USD = 0;
    static final int USD_JPY = 1;
    static final int ALPHA = 0;
    static final int BETA = 1;
    static final Markets MARKETS = new Markets(TestRecording.INSTRUMENTS, TestRecording.VENUES);

    final List<String> refused = new CopyOnWriteArrayList<>();
    final List<String> events = new CopyOnWriteArrayList<>();
    final Feed feed;
    private final UnsafeBuffer quote = new UnsafeBuffer(new byte[128]);
    private long tickId;

    private OpenVenues(Function<FeedListener, Feed> opening) {
        feed = opening.apply(new FeedListener() {
            @Override
            public void connected(String peer) {
                events.add("connected");
            }

            @Override
            public void disconnected(String peer) {
                events.add("disconnected");
            }

            @Override
            public void complete() {
                events.add("complete");
            }

            @Override
            public void refused(String what) {
                refused.add(what);
            }
        });
    }

    /** Opens a preset of {@code docs/venues}. */
    static OpenVenues preset(String name) {
        return of(Path.of("..", "docs", "venues", name + ".yaml"));
    }

    static OpenVenues of(Path file) {
        return at(uri(file));
    }

    static OpenVenues at(String uri) {
        return new OpenVenues(listener -> Feeds.BUILT_IN.open(uri, MARKETS, listener));
    }

    private static String uri(Path file) {
        return FixFeedProvider.withVenues("fix://127.0.0.1:0", file);
    }

    /** Opens venues with the given limit for the Logon. */
    static OpenVenues waiting(Duration logonLimit, Path folder, String yaml) throws IOException {
        URI uri = URI.create(uri(write(folder, yaml)));
        return new OpenVenues(listener -> new FixFeedProvider(logonLimit.toNanos()).open(uri, MARKETS, listener));
    }

    /** Writes the text to a file and opens its venues. */
    static OpenVenues of(Path folder, String yaml) throws IOException {
        return of(write(folder, yaml));
    }

    private static Path write(Path folder, String yaml) throws IOException {
        return Files.writeString(folder.resolve("some venues.yaml"), yaml);
    }

    int port(String venue) {
        return feed.venues().stream()
                .filter(each -> each.name().equals(venue))
                .findFirst()
                .map(FeedVenue::port)
                .orElseThrow();
    }

    /** Connects to a venue and logs on. */
    FixSocket logOn(String venue, String begin, String fields) throws IOException, InterruptedException {
        return new FixSocket(port(venue), begin, "PRICING", venue).logOn(fields);
    }

    void awaitSubscribed() {
        until(feed::connected);
    }

    void awaitRefusal() {
        until(() -> !refused.isEmpty());
    }

    void awaitConnections(long count) {
        until(() -> fact("connections") == count);
    }

    static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(ONE_MINUTE).until(condition);
    }

    long fact(String name) {
        return feed.facts().get(name);
    }

    /** Sends a tick with the current time as intended time. Returns its journal flags. */
    int tick(int instrument, int venue, long bid, long ask) {
        return tick(instrument, venue, bid, ask, System.nanoTime());
    }

    int tick(int instrument, int venue, long bid, long ask, long intendedNs) {
        encode(quote, instrument, venue, bid, ask);
        feed.intended(intendedNs);
        feed.prepare(quote, 0, ++tickId, TestRecording.BEGIN_NS + TimeUnit.MILLISECONDS.toNanos(tickId));
        assertThat(feed.send()).isTrue();
        return feed.remarks();
    }

    /** Encodes a tick as in a recording. */
    static void encode(UnsafeBuffer quote, int instrument, int venue, long bid, long ask) {
        new QuoteEncoder()
                .wrapAndApplyHeader(quote, 0, new MessageHeaderEncoder())
                .venueTimeNs(TestRecording.BEGIN_NS)
                .bid(bid)
                .ask(ask)
                .bidQuantity(1_000_000)
                .askQuantity(2_000_000)
                .instrumentId(instrument)
                .venueId((short) venue);
    }

    /** Sends the ticks of a recording up to an index. Returns their journal flags. */
    List<Integer> play(Recording recording, int end) {
        feed.study(recording);
        feed.ahead(end);
        List<Integer> remarks = new ArrayList<>();
        for (int index = 0; index < end; index++) {
            feed.intended(System.nanoTime());
            feed.prepare(recording.buffer(index), recording.offset(index), ++tickId, recording.venueTimeNs(index));
            assertThat(feed.send()).isTrue();
            remarks.add(feed.remarks() & ~TickRecord.SEND_WAITED);
        }
        return remarks;
    }

    @Override
    public void close() {
        feed.close();
    }
}
