package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.trace.MessageText;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.run.RunPlan;

/** Determines why no tick of a brief run was answered. */
final class NoAnswerDiagnosis {
    private static final int SEQUENCE = 34;
    /** Tags of the header, the trailer and of prices, which never contain a tick's id. */
    private static final List<Integer> NEVER =
            List.of(8, 9, 10, 34, 35, 43, 49, 50, 52, 56, 57, 97, 122, 55, 48, 22, 262, 268, 269, 270, 271, 279);

    private final RunPlan plan;
    private final BriefRun run;
    private final TracedMessages messages;

    NoAnswerDiagnosis(RunPlan plan, BriefRun run, TracedMessages messages) {
        this.plan = plan;
        this.run = run;
        this.messages = messages;
    }

    Obstacle obstacle() {
        if (run.ticks().isEmpty()) {
            return new Obstacle(
                    "No tick is of a pair that the application asked the venue for.",
                    messages.venueTalk(),
                    "Choose ticks by --window, or let it ask for pairs that have some there.");
        }
        if (run.ticks().stream().noneMatch(BriefRun.Tick::left)) {
            return new Obstacle(
                    "Nobody took the market data at " + run.manifest().replay().feed() + ".",
                    List.of(),
                    "Give the application its address by {feed}, or {feedHost} and {feedPort}, in --app.");
        }
        if (run.snapshots().isEmpty()) {
            return silent();
        }
        return plan.declared().matching().identified() ? byId(run.snapshots().get(0)) : byPrice();
    }

    private Obstacle silent() {
        return new Obstacle(
                "No quote came for any of the " + run.ticks().size()
                        + " ticks, while the first prices of the pairs did come.",
                run.ticks().stream().findFirst().flatMap(tick -> messages.sentFrom(tick.sentNs())).stream()
                        .toList(),
                taking()
                        + "Do these ticks change its prices? If not, choose others by --window or --pairs. Does it take"
                        + " ticks that begin at number 1 again? If it is slow, --drain waits longer.");
    }

    /** Returns a hint for datagrams, because it cannot be seen whether they were read. */
    private String taking() {
        return plan.input().feedBinding() == FeedBinding.APPLICATION_UDP
                ? "Does the application bind that port, by {feed} or {feedPort} in --app? "
                : "";
    }

    private Obstacle byId(BriefRun.Snapshot snapshot) {
        Matching matching = plan.declared().matching();
        Optional<TracedMessage> raw = raw(snapshot);
        if (snapshot.tickId() == SnapshotRecord.NO_ID) {
            return new Obstacle(
                    "The quote names no tick: it has no " + matching.tag() + " that is a " + matching.transform()
                            + " number. " + candidates(raw),
                    raw.stream().toList(),
                    "Name the tag by --id-tag and its form by --id-form, or align prices: --match price.");
        }
        return new Obstacle(
                "The quote's id " + snapshot.tickId() + " in " + matching.tag() + " is that of none of the "
                        + run.ticks().size() + " ticks.",
                raw.stream().toList(),
                "The application must echo the id of the tick that came in, or --match price aligns prices instead.");
    }

    private static String candidates(Optional<TracedMessage> raw) {
        return raw.map(message -> MessageText.fields(message.text()).entrySet().stream()
                        .filter(field -> !NEVER.contains(field.getKey()))
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(", ", "It has ", ".")))
                .filter(text -> !text.equals("It has ."))
                .orElse("No other tag of it could name one.");
    }

    private Obstacle byPrice() {
        BriefRun.Snapshot snapshot = run.snapshots().get(0);
        String tick = run.ticks().stream()
                .filter(each -> each.instrument() == snapshot.instrument() && each.sentNs() <= snapshot.receivedNs())
                .reduce((first, second) -> second)
                .map(each -> "; the tick before it has " + CheckReport.prices(each.bid(), each.ask()))
                .orElse("");
        return new Obstacle(
                "No tick explains the quote's price " + CheckReport.prices(snapshot.bid(), snapshot.ask()) + tick + ".",
                raw(snapshot).stream().toList(),
                "Declare what the application adds: --half-spreads, --skew, --composite; or let it be learned by a whole"
                        + " t2q run --match price --quoting learned, which has more ticks than this look"
                        + " (docs/matching.md).");
    }

    private Optional<TracedMessage> raw(BriefRun.Snapshot snapshot) {
        String session = MessageTrace.session(snapshot.session());
        String sequence = Long.toString(snapshot.sequence());
        return messages.first(
                session,
                passed -> !passed.sent()
                        && MessageText.field(passed.text(), SEQUENCE).equals(sequence));
    }
}
