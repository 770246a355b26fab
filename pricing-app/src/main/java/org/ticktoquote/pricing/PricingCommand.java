package org.ticktoquote.pricing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.ApplicationProtocol;
import org.ticktoquote.core.control.CheckedCommand;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.pricing.fix.FixSettings;
import org.ticktoquote.pricing.pipeline.ThreadLayout;
import org.ticktoquote.pricing.publish.Faults;
import org.ticktoquote.pricing.publish.Hold.HoldPlan;
import org.ticktoquote.pricing.publish.Throttle.Slices;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code t2q pricing-app}: the pricing application, controlled by the harness or by hand. */
@Command(
        name = "pricing-app",
        mixinStandardHelpOptions = true,
        description = {
            "A realistic FX pricing application: market data in, a FIX 35=W snapshot out to every subscribed session "
                    + "whose price a tick changes. It is the default system under test, and the reference for the "
                    + "analysis: with --truth it records what it really did.",
            "",
            "Standard output carries status lines, one JSON object each: ready (with fixPort, feedPort, threads), feed, "
                    + "gap, done, failed. It ends on the line {\"command\":\"stop\"} and when standard input ends."
        },
        footer = {
            "",
            "Examples:",
            "  Market data from UDP port 40001, FIX on port 40002, until Ctrl-D:",
            "    t2q pricing-app --feed udp://127.0.0.1:40001 --fix-port 40002",
            "  Every quote 1 ms late, and a record of what happened:",
            "    t2q pricing-app --feed tcp://127.0.0.1:40001 --hold 1ms --truth /tmp/truth",
            "  Two FIX venues, at which it logs on and subscribes to a pair:",
            "    t2q pricing-app --feed fix://127.0.0.1:5001?target=ONE,fix://127.0.0.1:5002?target=TWO \\",
            "                    --pairs EUR/USD:0.0001:0.00001",
            "  About 200 threads, garbage, and one quote in a hundred lost:",
            "    t2q pricing-app --feed udp://127.0.0.1:0 --threads 200 --churn 50MB/s \\",
            "                    --fault drop:share=0.01,seed=1"
        })
public final class PricingCommand implements CheckedCommand<ApplicationProtocol.Checked> {
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
            description =
                    "Threads of the 12 components, 3..256: below 12 neighbours share one, above 12 the components "
                            + "that can be sharded get several. Default: ${DEFAULT-VALUE}, the fastest on few cores.")
    private int threads;

    @Option(
            names = "--publishers",
            defaultValue = "1",
            paramLabel = "N",
            description = "Threads that publish, each for a share of the sessions. Default: ${DEFAULT-VALUE}.")
    private int publishers;

    @Option(
            names = "--conflation",
            defaultValue = "none",
            paramLabel = "INTERVAL",
            description =
                    "none, or a duration: of each pair only the latest price of every such slice of time goes to a "
                            + "session, at the slice's end. Default: ${DEFAULT-VALUE}.")
    private String conflation;

    @Option(
            names = "--suppress-unchanged",
            description =
                    "Send nothing when the price to be published is the one that the session was sent last, as it may "
                            + "be with --conflation. Default: it is sent again.")
    private boolean suppressUnchanged;

    @Option(
            names = "--hold",
            defaultValue = "none",
            paramLabel = "PLAN",
            description = "Known extra delay of every tick, counted from its arrival: none, 5ms, "
                    + "lognormal:median=1ms,sigma=0.5,seed=7[,max=20ms] or file:PATH (a duration a line). "
                    + "Default: ${DEFAULT-VALUE}.")
    private String hold;

    @Option(
            names = "--spin",
            defaultValue = "100us",
            paramLabel = "DURATION",
            description = "Last stretch before the end of a hold that the timer spins. Default: ${DEFAULT-VALUE}.")
    private String spin;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "drop:share=0.01,seed=1, duplicate:share=0.01,seed=1, reorder:share=0.01,seed=1, "
                    + "old-price:share=0.01,seed=1, "
                    + "delay-session:session=3,by=20ms, delay-venue:venue=1,by=2ms or "
                    + "disconnect:session=3,after=500 (quotes); may be given more than once.")
    private List<String> faults = List.of();

    @Option(
            names = "--churn",
            paramLabel = "RATE",
            description = "Garbage on purpose: 50MB/s or 50MB/s,live=200MB. Default: none.")
    private @Nullable String churn;

    @Option(
            names = "--truth",
            paramLabel = "DIR",
            description = "Directory for truth-ticks.journal and truth-quotes.journal, which must not exist yet.")
    private @Nullable Path truth;

    @Option(
            names = "--run-identity",
            paramLabel = "UUID",
            description = "With --truth: what its journals say of the run they belong to. Default: none, all zeros.")
    private UUID identity = JournalOrigin.NO_RUN;

    @Option(
            names = "--null-responder",
            description = "Answer every new price at once from the receiving thread, with the least work that a "
                    + "snapshot takes.")
    private boolean nullResponder;

    @Option(
            names = "--check",
            hidden = true,
            description = "Only judge the options: print a line 'checked', or what is wrong with them, and end.")
    private boolean check;

    @Spec
    private CommandSpec spec;

    public PricingCommand() {
        this(ControlChannel::overStandardStreams);
    }

    PricingCommand(Supplier<ControlChannel> channels) {
        this.channels = channels;
    }

    @Override
    public Integer call() {
        if (check) {
            return printCheck(spec.commandLine().getOut());
        }
        return new PricingProcess(channels.get()).run(this::configuration);
    }

    @Override
    public ApplicationProtocol.Checked check() {
        return new ApplicationProtocol.Checked(configuration().fix().sessions());
    }

    private PricingConfiguration configuration() {
        Problems wrong = new Problems();
        FixSettings fixSettings = fix.settings(wrong);
        int sessions = Math.max(1, fixSettings.sessions());
        PricingConfiguration configuration = new PricingConfiguration(
                feed.marketData(wrong),
                fixSettings,
                new PricingConfiguration.Threads(threads, publishers),
                model.model(wrong),
                new PricingConfiguration.Release(
                        new Slices(
                                wrong.read("--conflation", () -> durationOrNone(conflation), 0L),
                                sessions,
                                suppressUnchanged),
                        wrong.read("--hold", () -> HoldPlan.parse(hold), HoldPlan.NONE),
                        wrong.read("--spin", () -> DurationText.parseUpToAnHour(spin), 0L)),
                new PricingConfiguration.Disturbance(
                        wrong.read("--fault", () -> Faults.parse(faults, sessions), Faults.NONE), churn(wrong)),
                new PricingConfiguration.TruthFiles(truth, identity),
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
}
