package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;
import org.ticktoquote.harness.run.RunPlan;

/** Determines why no tick of a brief run was answered. */
final class NoAnswerDiagnosis {
    /** Tags of the header, the trailer and price entries, which never contain a tick id. */
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
                    "The window has no tick of the pairs that the application requested from the venue.",
                    messages.venueHandshake(),
                    "Select another --window, or request pairs that have ticks in it.");
        }
        if (run.ticks().stream().noneMatch(BriefRun.Tick::sent)) {
            return new Obstacle(
                    Diagnosis.NOT_READ + run.manifest().replay().feed() + ".", List.of(), Diagnosis.PASS_FEED);
        }
        if (run.snapshots().isEmpty()) {
            return silent();
        }
        return plan.declared().matching().identified() ? byId(run.snapshots().get(0)) : byPrice();
    }

    private Obstacle silent() {
        return new Obstacle(
                "None of the " + run.ticks().size() + " ticks was answered, although the pairs have first prices.",
                run.ticks().stream().findFirst().flatMap(tick -> messages.sentFrom(tick.sentNs())).stream()
                        .toList(),
                udpHint()
                        + "Check that these ticks change the application's prices (else select others with --window or"
                        + " --pairs) and that it accepts ticks that restart at id 1. If it is slow, use a longer"
                        + " --drain.");
    }

    /** Returns a hint for UDP feeds, because t2q cannot see whether datagrams were read. */
    private String udpHint() {
        return plan.input().feedBinding() == FeedBinding.APPLICATION_UDP
                ? "Check that the application binds the feed's port ({feed} or {feedPort} in --app). "
                : "";
    }

    private Obstacle byId(BriefRun.Snapshot snapshot) {
        Matching matching = plan.declared().matching();
        Optional<TracedMessage> raw = messages.of(snapshot);
        if (snapshot.tickId() == SnapshotRecord.NO_ID) {
            return new Obstacle(
                    "The quote has no tick id: expected a number (" + matching.transform() + ") in tag "
                            + matching.tag() + ". " + candidates(raw),
                    raw.stream().toList(),
                    "Set the tag with --id-tag and its form with --id-form, or use --match price.");
        }
        return new Obstacle(
                "The quote's id " + snapshot.tickId() + " in tag " + matching.tag() + " is not an id of the "
                        + run.ticks().size() + " ticks.",
                raw.stream().toList(),
                "Let the application echo the id of the tick, or use --match price.");
    }

    private static String candidates(Optional<TracedMessage> raw) {
        return raw.map(message -> message.fields().entrySet().stream()
                        .filter(field -> !NEVER.contains(field.getKey()))
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(", ", "Its fields: ", ".")))
                .filter(text -> !text.equals("Its fields: ."))
                .orElse("No other tag can have the id.");
    }

    private Obstacle byPrice() {
        BriefRun.Snapshot snapshot = run.snapshots().get(0);
        String tick = run.ticks().stream()
                .filter(each -> each.instrument() == snapshot.instrument() && each.sentNs() <= snapshot.receivedNs())
                .reduce((first, second) -> second)
                .map(each -> "; the tick before the quote has " + CheckReport.prices(each.bid(), each.ask()))
                .orElse("");
        return new Obstacle(
                "No tick explains the quote's price " + CheckReport.prices(snapshot.bid(), snapshot.ask()) + tick + ".",
                messages.of(snapshot).stream().toList(),
                "Declare the application's model with --half-spreads, --skew or --composite, or let a full run learn"
                        + " it: t2q run --match price --quoting learned (docs/matching.md).");
    }
}
