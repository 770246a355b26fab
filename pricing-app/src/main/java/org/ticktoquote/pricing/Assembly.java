package org.ticktoquote.pricing;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.fix.session.FixTls;
import org.ticktoquote.pricing.feed.Decoder;
import org.ticktoquote.pricing.feed.Decoder.FeedMessage;
import org.ticktoquote.pricing.feed.FeedAddress;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.FeedReceiver;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Sequencer;
import org.ticktoquote.pricing.feed.TcpReceiver;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.feed.UdpReceiver;
import org.ticktoquote.pricing.fix.FixGateway;
import org.ticktoquote.pricing.fix.RequestHandler;
import org.ticktoquote.pricing.pipeline.Component;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.pipeline.Port;
import org.ticktoquote.pricing.pipeline.Threads;
import org.ticktoquote.pricing.price.MinimalPricing;
import org.ticktoquote.pricing.price.Pricing;
import org.ticktoquote.pricing.publish.Fanout;
import org.ticktoquote.pricing.publish.Hold;
import org.ticktoquote.pricing.publish.Hold.HoldPlan;
import org.ticktoquote.pricing.truth.Truth;
import org.ticktoquote.pricing.venue.VenueAddress;
import org.ticktoquote.pricing.venue.VenueDecoder;
import org.ticktoquote.pricing.venue.VenueDecoder.VenueMessage;
import org.ticktoquote.pricing.venue.VenueReceiver;

/** Wires the twelve components of the pipeline to their threads. */
final class Assembly {
    private final PricingConfiguration configuration;
    private final Threads threads;
    private final @Nullable DelayLine line;
    private final Truth truth;
    private final NanoClock clock;
    private final FeedCounters counters = new FeedCounters();
    private final InstrumentDirectory instruments = new InstrumentDirectory();
    private final FixGateway gateway;
    private final Fanout fanout;
    private final Input<Consumer<RequestHandler>> requestHandler;
    private final Input<FeedPacket> decoder;
    private final Input<VenueMessage> venueDecoder;
    private final Runnable endBatch;
    private volatile boolean abandoning;

    /** @param line delay line; null if the configuration delays no ticks or quotes */
    Assembly(
            PricingConfiguration configuration,
            Threads threads,
            @Nullable DelayLine line,
            Truth truth,
            NanoClock clock) {
        this.configuration = configuration;
        this.threads = threads;
        this.line = line;
        this.truth = truth;
        this.clock = clock;
        this.gateway = new FixGateway(configuration.fix(), clock);
        this.fanout = new Fanout(
                configuration.tiers(), configuration.slices(), configuration.faults(), gateway, truth, clock);
        Fanout.Inputs inputs =
                configuration.nullResponder() ? fanout.inPlace() : fanout.on(threads, line, holds(), () -> abandoning);
        this.endBatch = inputs.endBatch();
        this.requestHandler = threads.port(
                        Component.FIX_GATEWAY, lane -> gateway.requestHandler(instruments, inputs.changes()))
                .broadcast();
        instruments.defineAll(configuration.marketData().pairs());
        if (configuration.nullResponder()) {
            Input<Tick> minimal = minimal(inputs);
            this.decoder = decoder(sequencer(minimal));
            this.venueDecoder = venueDecoder(minimal);
        } else {
            Port<Tick> books = books(inputs);
            this.decoder = decoders(books);
            this.venueDecoder = venueDecoders(books);
        }
    }

    private boolean holds() {
        return configuration.hold() != HoldPlan.NONE;
    }

    private Port<Tick> books(Fanout.Inputs inputs) {
        return new Pricing(configuration.model(), instruments, truth, clock).on(threads, () -> hold(inputs));
    }

    private Input<FeedPacket> decoders(Port<Tick> books) {
        Port<FeedMessage> sequencer = threads.port(Component.SEQUENCER, lane -> sequencer(venuePaths(books, lane)));
        return threads.port(Component.DECODER, lane -> decoder(sequencer.from(Component.DECODER, lane, message -> 0)))
                .broadcast();
    }

    /** Creates the decoders of FIX venues, whose messages are already in sequence. */
    private Input<VenueMessage> venueDecoders(Port<Tick> books) {
        Port<Tick> sequencer = threads.port(Component.SEQUENCER, lane -> venuePaths(books, lane));
        return threads.port(
                        Component.DECODER, lane -> venueDecoder(sequencer.from(Component.DECODER, lane, message -> 0)))
                .broadcast();
    }

    private Input<VenueMessage> venueDecoder(Input<Tick> next) {
        return new VenueDecoder(configuration.marketData().venues(), instruments, next, counters);
    }

    private Input<Tick> venuePaths(Port<Tick> books, int lane) {
        Input<Tick> direct = books.from(Component.SEQUENCER, lane, Tick::instrumentId);
        return line == null
                ? direct
                : configuration.faults().delayVenues(line, direct, books.sharded(Tick::instrumentId));
    }

    private Input<Tick> minimal(Fanout.Inputs inputs) {
        boolean rejectCrossed = configuration.model().rejectCrossed();
        return new MinimalPricing(rejectCrossed, instruments, hold(inputs), truth, clock);
    }

    private Hold hold(Fanout.Inputs inputs) {
        return new Hold(configuration.hold(), holds() ? line : null, inputs.ticks(), truth);
    }

    private Sequencer sequencer(Input<Tick> next) {
        return new Sequencer(next, instruments, counters);
    }

    private Decoder decoder(Input<FeedMessage> next) {
        return new Decoder(next, counters);
    }

    /**
     * Creates the market-data receivers, one for a feed or one for each FIX venue. A UDP receiver binds its port now. Refuses a
     * port that cannot be bound.
     */
    List<FeedReceiver> openFeeds(Consumer<StatusLine> status) {
        List<VenueAddress> venues = configuration.marketData().venues();
        FeedAddress feed = configuration.marketData().feed();
        if (feed == null) {
            return IntStream.range(0, venues.size())
                    .mapToObj(venue -> openVenue(venue, venues.get(venue), status))
                    .toList();
        }
        return List.of(
                feed.tcp()
                        ? new TcpReceiver(feed, clock, decoder, endBatch, status)
                        : UdpReceiver.bind(feed, clock, decoder, endBatch, status));
    }

    private FeedReceiver openVenue(int venue, VenueAddress address, Consumer<StatusLine> status) {
        PricingConfiguration.MarketData marketData = configuration.marketData();
        FixTls tls = address.tls() ? marketData.tls() : null;
        return new VenueReceiver(venue, address, tls, marketData.pairs(), clock, venueDecoder, endBatch, status);
    }

    /** Opens the FIX port and returns its number, or starts to connect and returns 0. Refuses a port that cannot be bound. */
    int openFix(Thread.UncaughtExceptionHandler onFailure) {
        return gateway.start(requestHandler, onFailure);
    }

    void closeFix() {
        gateway.close();
    }

    /** Triggers a review of the requests that wait for the feed's definitions. */
    void review() {
        long nowNs = clock.nanoTime();
        requestHandler.put(handler -> handler.review(nowNs));
    }

    /** Makes publishers record further quotes as abandoned instead of sending them. */
    void abandonHeld() {
        abandoning = true;
    }

    /** Records the quotes that were never sent. Call after all threads have ended. */
    void abandon() {
        fanout.abandon();
    }

    FeedCounters.Counts feedCounts() {
        return counters.counts();
    }
}
