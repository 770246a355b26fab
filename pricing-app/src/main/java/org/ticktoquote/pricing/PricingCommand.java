package org.ticktoquote.pricing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.ShutdownHook;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.CheckedCommand;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedAddress;
import org.ticktoquote.pricing.fix.FixSettings;
import org.ticktoquote.pricing.pipeline.ThreadLayout;
import org.ticktoquote.pricing.publish.Faults;
import org.ticktoquote.pricing.publish.Hold.HoldPlan;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;
import org.ticktoquote.pricing.venue.VenueAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code t2q pricing-app}: the pricing application, controlled by the harness or by hand. */
@Command(
        name = "pricing-app",
        description = {
            "Runs the built-in FX pricing application.",
            "Receives market data and sends FIX snapshots (35=W) to subscribed sessions. Default "
                    + "system under test, and reference for the analysis: with --truth it journals what it "
                    + "did. Prints status lines as JSON: ready (fixPort, feedPort, threads), feed, gap, done, "
                    + "failed. Ends on {\"command\":\"stop\"} or at the end of standard input."
        },
        footer = {
            "",
            "Examples:",
            "  Market data from UDP port 40001, FIX on port 40002, until Ctrl-D:",
            "    t2q pricing-app --feed udp://127.0.0.1:40001 --fix-port 40002",
            "  Market data of one pair from two FIX venues:",
            "    t2q pricing-app --feed fix://127.0.0.1:5001?target=ONE,fix://127.0.0.1:5002?target=TWO \\",
            "                    --pairs EUR/USD:0.0001:0.00001",
            "  About 200 threads, garbage, and 1 %% of quotes dropped:",
            "    t2q pricing-app --feed udp://127.0.0.1:0 --threads 200 --churn 50MB/s \\",
            "                    --fault drop:share=0.01,seed=1"
        })
@OptionGroup(
        value = "Behaviour",
        common = {"--threads", "--conflation", "--hold", "--fault", "--churn", "--truth"})
public final class PricingCommand extends CheckedCommand<ProcessProtocol.ApplicationChecked> {
    private final Supplier<ControlChannel> channels;

    @Mixin
    private FeedOptions feed;

    @Mixin
    private FixOptions fix;

    @Mixin
    private ModelOptions model;

    @Option(
            names = "--threads",
            defaultValue = "3",
            paramLabel = "N",
            description = "threads of the 12 components, 3 to 256; below 12, components share "
                    + "threads, above 12, some have several (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--publishers",
            defaultValue = "1",
            paramLabel = "N",
            description = "publisher threads, which share the sessions (default: ${DEFAULT-VALUE})")
    private int publishers;

    @Option(
            names = "--conflation",
            defaultValue = "none",
            paramLabel = "INTERVAL",
            description = "none, or the interval at whose end each session gets the "
                    + "latest price of each pair (default: ${DEFAULT-VALUE})")
    private String conflation;

    @Option(names = "--suppress-unchanged", description = "send no snapshot if the price of a session is unchanged")
    private boolean suppressUnchanged;

    @Option(
            names = "--hold",
            defaultValue = "none",
            paramLabel = "PLAN",
            description = "delay added to each tick: none, 5ms, "
                    + "lognormal:median=1ms,sigma=0.5,seed=7[,max=20ms] or file:PATH with a duration on "
                    + "each line (default: ${DEFAULT-VALUE})")
    private String hold;

    @Option(
            names = "--spin",
            defaultValue = "100us",
            paramLabel = "DURATION",
            description = "final part of a hold for which the timer spins (default: ${DEFAULT-VALUE})")
    private String spin;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "drop:share=0.01,seed=1, duplicate:share=0.01,seed=1, reorder:share=0.01,seed=1, "
                    + "old-price:share=0.01,seed=1, delay-session:session=3,by=20ms, "
                    + "delay-venue:venue=1,by=2ms or disconnect:session=3,after=500 (quotes); repeatable")
    private List<String> faults = List.of();

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            description = "garbage to allocate: 50MB/s or 50MB/s,live=200MB (default: none)")
    private @Nullable String churn;

    @Option(
            names = "--truth",
            paramLabel = "DIR",
            description =
                    "directory for truth-ticks.journal and truth-quotes.journal; it must not contain these files yet")
    private @Nullable Path truth;

    @Option(
            names = "--run-identity",
            paramLabel = "UUID",
            description = "with --truth: run id in the journals (default: zeros)")
    private UUID identity = JournalOrigin.NO_RUN;

    @Option(names = "--null-responder", description = "send each new price from the receiving thread with minimal work")
    private boolean nullResponder;

    public PricingCommand() {
        this(ControlChannel::overStandardStreams);
    }

    PricingCommand(Supplier<ControlChannel> channels) {
        this.channels = channels;
    }

    @Override
    protected int execute() {
        return new PricingProcess(channels.get()).run(this::configuration);
    }

    @Override
    public ProcessProtocol.ApplicationChecked check() {
        return new ProcessProtocol.ApplicationChecked(configuration().fix().sessions());
    }

    private PricingConfiguration configuration() {
        Problems wrong = new Problems();
        FixSettings fixSettings = fix.settings(wrong);
        int sessions = Math.max(1, fixSettings.sessions());
        PricingConfiguration configuration = new PricingConfiguration(
                feed.marketData(wrong),
                fixSettings,
                threads,
                publishers,
                model.model(wrong),
                new Slices(
                        wrong.read("--conflation", () -> durationOrNone(conflation), 0L), sessions, suppressUnchanged),
                wrong.read("--hold", () -> HoldPlan.parse(hold), HoldPlan.NONE),
                wrong.read("--spin", () -> DurationText.parseUpToAnHour(spin), 0L),
                wrong.read("--fault", () -> Faults.parse(faults, sessions), Faults.NONE),
                churn(wrong),
                truth,
                identity,
                nullResponder);
        wrong.addAll(ThreadLayout.errors(threads, publishers));
        wrong.addAll(configuration.contradictions());
        wrong.addAll(olderTruth());
        wrong.refuseIfAny();
        return configuration;
    }

    private List<Problem> olderTruth() {
        Path directory = truth;
        return directory == null || !Files.isDirectory(UserPath.outputFolder(directory))
                ? List.of()
                : Stream.of(TruthTickRecord.FILE, TruthQuoteRecord.FILE)
                        .map(directory::resolve)
                        .filter(Files::exists)
                        .map(file -> Problem.of("--truth").fault(file + " already exists and is never overwritten"))
                        .toList();
    }

    private static long durationOrNone(String text) {
        return text.equals("none") ? 0 : DurationText.parseUpToAnHour(text);
    }

    private @Nullable HeapChurn churn(Problems wrong) {
        String rate = churn;
        return rate == null ? null : wrong.read("--churn", () -> HeapChurn.parse(rate), new HeapChurn(0, 0));
    }

    /** Options of the price model, which determines the ticks that require a quote; see {@link ApplicationModel}. */
    @OptionGroup(
            value = "Pricing model",
            common = {"--half-spreads"})
    private static final class ModelOptions {
        @Option(
                names = "--composite",
                defaultValue = ApplicationModel.BEST_OF_VENUES,
                paramLabel = "RULE",
                description =
                        "composite price: best-of-venues or single (last venue to quote) (default: ${DEFAULT-VALUE})")
        private String composite;

        @Option(
                names = "--accept-crossed",
                description = "use crossed prices of a venue or the composite instead of rejecting them")
        private boolean acceptCrossed;

        @Option(
                names = "--stale-after",
                defaultValue = "0ns",
                paramLabel = "DURATION",
                description = "ignore a venue that has sent no quote for this long, in venue time; 0ns: never "
                        + "(default: ${DEFAULT-VALUE})")
        private String staleAfter;

        @Option(
                names = "--half-spreads",
                split = ",",
                defaultValue = "0,1,2,3,5",
                paramLabel = "TENTHS",
                description = "half spread of each client tier, in tenths of a pip (default: ${DEFAULT-VALUE})")
        private List<Long> halfSpreads;

        @Option(
                names = "--skew",
                defaultValue = "0",
                paramLabel = "TENTHS",
                description = "shift of bid and ask, in tenths of a pip (default: ${DEFAULT-VALUE})")
        private long skew;

        ApplicationModel model(Problems wrong) {
            long staleAfterNs = wrong.read("--stale-after", () -> DurationText.parse(staleAfter), 0L);
            ApplicationModel model =
                    new ApplicationModel(true, composite, !acceptCrossed, staleAfterNs, halfSpreads, skew);
            wrong.addAll(model.problems());
            return model;
        }
    }

    /** Options of the market data. */
    @OptionGroup("Market data")
    private static final class FeedOptions {
        private static final FeedAddress SOME = new FeedAddress(false, "localhost", 0, null);
        private static final VenueAddress SOME_VENUE = VenueAddress.parse("fix://localhost:1");
        private static final Pattern PAIR = Pattern.compile("([!-~&&[^:,]]{1,16}):([0-9.]{1,11}):([0-9.]{1,11})");
        private static final String EXPECTED_PAIR = "SYMBOL:PIP:TICKSIZE, as in EUR/USD:0.0001:0.00001";

        @Option(
                names = "--feed",
                required = true,
                split = ",",
                paramLabel = "URI",
                description = "udp://HOST:PORT (listens; port 0: a free port), udp://GROUP:PORT?interface=NAME "
                        + "(multicast), tcp://HOST:PORT (connects), or FIX venues fix://HOST:PORT (logs on, sends "
                        + "35=V) with any of ?version=FIX.4.4, sender=PRICING, target=VENUE, depth=1 (264), "
                        + "update=0 (265), tls=true and pairs=EUR/USD%%20USD/JPY (default: all of --pairs)")
        private List<String> feeds = List.of();

        @Option(
                names = "--pairs",
                split = ",",
                paramLabel = "PAIR",
                description = "with fix:// venues: pairs to request, SYMBOL:PIP:TICKSIZE as in EUR/USD:0.0001:0.00001")
        private List<String> pairs = List.of();

        @Mixin
        private TlsOptions tls;

        PricingConfiguration.MarketData marketData(Problems wrong) {
            boolean venues = feeds.stream().allMatch(VenueAddress::isOne);
            List<Instrument> known = wrong.read("--pairs", () -> instruments(pairs), List.of());
            if (venues == pairs.isEmpty()) {
                wrong.add(Problem.of("--pairs").expected("pairs if the feeds are fix:// venues, otherwise none"));
            }
            return venues ? ofVenues(known, wrong) : ofFeed(wrong);
        }

        /** Also checks the TLS options, because the harness checks a run's options before it knows the venues. */
        private PricingConfiguration.MarketData ofFeed(Problems wrong) {
            return new PricingConfiguration.MarketData(feed(wrong), List.of(), List.of(), tls.read(false, wrong));
        }

        private PricingConfiguration.MarketData ofVenues(List<Instrument> known, Problems wrong) {
            List<VenueAddress> addresses = feeds.stream()
                    .map(text -> wrong.read("--feed", () -> VenueAddress.parse(text), SOME_VENUE))
                    .toList();
            List<String> symbols = known.stream().map(Instrument::symbol).toList();
            addresses.forEach(address -> wrong.addAll(address.problems(symbols)));
            boolean encrypted = addresses.stream().anyMatch(VenueAddress::tls);
            if (!encrypted && tls.isGiven()) {
                wrong.add(Problem.of("--feed").expected("a venue with tls=true, as TLS options are given"));
            }
            return new PricingConfiguration.MarketData(null, addresses, known, tls.read(encrypted, wrong));
        }

        private @Nullable FeedAddress feed(Problems wrong) {
            if (feeds.size() != 1) {
                wrong.add(Problem.of("--feed")
                        .value(String.join(",", feeds))
                        .expected("one feed, or only fix:// venues"));
                return SOME;
            }
            FeedAddress address = wrong.read("--feed", () -> FeedAddress.parse(feeds.get(0)), SOME);
            wrong.addAll(address.problems());
            return address;
        }

        /**
         * Parses an application's pairs, as in a bank's static data, and numbers them in order.
         *
         * @throws ProblemException with the pair that is invalid or given twice
         */
        private static List<Instrument> instruments(List<String> texts) {
            List<Instrument> pairs = new ArrayList<>();
            for (String text : texts) {
                Instrument pair = pair(pairs.size(), text);
                if (pairs.stream().anyMatch(other -> other.symbol().equals(pair.symbol()))) {
                    throw Problem.ofValue(text).fault("is given twice").exception();
                }
                pairs.add(pair);
            }
            return pairs;
        }

        private static Instrument pair(int id, String text) {
            Matcher matcher = PAIR.matcher(text);
            if (!matcher.matches()) {
                throw Problem.ofValue(text).expected(EXPECTED_PAIR).exception();
            }
            return new Instrument(id, matcher.group(1), size(text, matcher.group(2)), size(text, matcher.group(3)));
        }

        private static long size(String text, String number) {
            try {
                long size = Price.parse(number);
                if (size > 0) {
                    return size;
                }
            } catch (IllegalArgumentException e) {
                throw Problem.ofValue(text).expected(EXPECTED_PAIR).exception(e);
            }
            throw Problem.ofValue(text).expected(EXPECTED_PAIR).exception();
        }
    }

    /**
     * Runs the process until the command {@code stop}, the end of its input, the failure of a thread, or Ctrl-C. Reports ready
     * at the start. Finally closes the journals and reports the end.
     */
    private static final class PricingProcess implements ControlChannel.Listener {
        /** Longer than {@link PricingApplication#stop} needs if a FIX port is slow to close (5 s). */
        private static final long FAREWELL_S = 10;

        private final ControlChannel control;
        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        PricingProcess(ControlChannel control) {
            this.control = control;
        }

        int run(Supplier<PricingConfiguration> configuration) {
            try {
                work(configuration.get());
            } catch (ProblemException refusal) {
                control.report(StatusLine.of(
                        ProcessProtocol.FAILED, new ProcessProtocol.Failed(String.valueOf(refusal.getMessage()))));
                throw refusal;
            }
            return ExitStatus.OK.code();
        }

        private void work(PricingConfiguration configuration) {
            PricingApplication application = PricingApplication.start(configuration, control::report, this::fail);
            // keeps the process alive after a signal until the main thread has closed the journals
            try (ShutdownHook farewell =
                    new ShutdownHook("pricing-farewell", end::countDown, FAREWELL_S, PricingProcess::tooLate)) {
                control.report(StatusLine.of(
                        ProcessProtocol.READY,
                        new ProcessProtocol.ApplicationReady(
                                application.fixPort(), application.feedPort(), application.threadNames())));
                control.receiveInBackground(this);
                awaitEnd();
                application.stop();
                reportEnd(application);
            }
        }

        private static void tooLate() {
            throw new IllegalStateException("the journals could not be closed in time");
        }

        private void reportEnd(PricingApplication application) {
            Throwable cause = failure.get();
            if (cause instanceof ProblemException refusal) {
                throw refusal;
            }
            if (cause != null) {
                control.report(StatusLine.of(ProcessProtocol.FAILED, new ProcessProtocol.Failed(cause.toString())));
                throw new IllegalStateException("a thread of the application failed", cause);
            }
            control.report(StatusLine.of(ProcessProtocol.DONE, application.feedCounts()));
        }

        private void fail(Thread thread, Throwable cause) {
            fail(cause);
        }

        private void fail(Throwable cause) {
            failure.compareAndSet(null, cause);
            end.countDown();
        }

        private void awaitEnd() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onCommand(ControlCommand command) {
            if (!command.name().equals(ProcessProtocol.STOP)) {
                throw Problem.ofValue(command.name())
                        .fault("is not a command of the pricing application")
                        .expected("stop")
                        .exception();
            }
            end.countDown();
        }

        @Override
        public void onRefused(ProblemException refusal) {
            fail(refusal);
        }

        @Override
        public void onClosed() {
            end.countDown();
        }
    }
}
