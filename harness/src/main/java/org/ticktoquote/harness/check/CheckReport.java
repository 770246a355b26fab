package org.ticktoquote.harness.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.RunPlan;

/** Prints the result of a check: the first messages, a tick with its quote, and any problem. */
final class CheckReport {
    private static final int LAST_LINES = 10;
    private static final String DIALECT = "--dialect";
    private static final String PLAIN = "plain";

    private final RunPlan plan;
    private final TracedMessages messages;
    private final PrintWriter out;

    CheckReport(RunPlan plan, TracedMessages messages, PrintWriter out) {
        this.plan = plan;
        this.messages = messages;
        this.out = out;
    }

    /** Prints a run that measured nothing. */
    ExitStatus unmeasured(Run.Outcome outcome) {
        printFirstMessages(outcome.manifest());
        section("FAILED: " + outcome.cause().replace("; see " + plan.directory().log(Role.APPLICATION), ""));
        log();
        VenueDiagnosis venue = new VenueDiagnosis(plan.input().ofVenues(), messages);
        Diagnosis diagnosis = new Diagnosis(messages, venue, listening(outcome.manifest()));
        diagnosis
                .obstacle()
                .or(() -> diagnosis.ignored(outcome.cause()))
                .map(obstacle -> withTemplate(
                        obstacle, plan.application(), plan.sessions().template().isPresent()))
                .ifPresent(this::print);
        return outcome.status() == ExitStatus.OK ? ExitStatus.FAILED : outcome.status();
    }

    /**
     * Returns the address where the replayer waits for the application to connect; empty if it does not wait, and for
     * FIX venues.
     */
    private String listening(Optional<RunManifest> manifest) {
        boolean waits = plan.input().feedBinding() == FeedBinding.REPLAYER
                && !plan.input().ofVenues();
        return waits ? manifest.map(CheckReport::feed).orElse(plan.input().feed()) : "";
    }

    /** Prints a run that measured its ticks. */
    ExitStatus measured(BriefRun run) {
        printFirstMessages(Optional.of(run.manifest()));
        SequenceCheck numbering = new SequenceCheck(run.sequenceBreaks(), messages);
        if (run.answers().isEmpty()) {
            numbering.obstacle().ifPresent(this::print);
            print(new NoAnswerDiagnosis(plan, run, messages).obstacle());
            log();
            return ExitStatus.FAILED;
        }
        BriefRun.Answer answer = run.answers().get(0);
        printTick(run, answer);
        numbering.obstacle().ifPresent(this::print);
        out.println((numbering.gaps() ? "FAILED (sequence-gaps): " : "OK: ") + tally(run, answer));
        return numbering.gaps() ? ExitStatus.FAILED : ExitStatus.OK;
    }

    /** Prints the first messages on both sides of the application. */
    private void printFirstMessages(Optional<RunManifest> manifest) {
        section("market data to the application: "
                + manifest.map(CheckReport::feed).orElse(plan.input().feed()));
        messages.venueHandshake().forEach(this::print);
        out.println("  " + messages.marketDataSent() + " market data messages sent");
        section("clients: " + messages.sessions().size() + " of "
                + plan.sessions().count() + " connected");
        messages.sessions().stream().findFirst().ifPresent(first -> {
            messages.logons(first).forEach(this::print);
            messages.first(first, passed -> List.of("V", "R").contains(TracedMessages.type(passed)))
                    .ifPresent(this::print);
            messages.first(first, passed -> !passed.sent() && TracedMessages.isPrice(passed))
                    .ifPresent(this::print);
        });
    }

    private static String feed(RunManifest manifest) {
        String venues = venues(manifest.observed().host());
        return venues.isEmpty() ? manifest.replay().feed() : venues;
    }

    /** Returns the addresses of the FIX venues, in the order of their file. */
    static String venues(Map<String, String> facts) {
        return facts.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(RunManifest.VENUE_FACT))
                .map(fact -> fact.getValue() + " (" + fact.getKey().substring(RunManifest.VENUE_FACT.length()) + ")")
                .collect(Collectors.joining(", "));
    }

    private void printTick(BriefRun run, BriefRun.Answer answer) {
        BriefRun.Tick tick = answer.tick();
        section("tick " + tick.id() + ": " + symbol(run, tick.instrument()) + " " + prices(tick.bid(), tick.ask()));
        messages.sentFrom(tick.sentNs()).ifPresent(this::print);
        BriefRun.Snapshot snapshot = answer.snapshot();
        section("its quote, received " + DurationText.format(answer.responseNs()) + " after the tick was sent: "
                + prices(snapshot.bid(), snapshot.ask()) + ", matched by " + how(run, snapshot));
        messages.of(snapshot).ifPresent(this::print);
    }

    private static String how(BriefRun run, BriefRun.Snapshot snapshot) {
        Matching matching = run.manifest().declared().matching();
        return matching.identified() ? "id " + snapshot.tickId() + " in " + matching.tag() : "price";
    }

    private static String tally(BriefRun run, BriefRun.Answer answer) {
        long sessions = run.answers().stream()
                .filter(other -> other.tick().id() == answer.tick().id())
                .count();
        long answered = run.answers().stream()
                .map(other -> other.tick().id())
                .distinct()
                .count();
        return "the tick was answered in " + sessions + " of "
                + run.manifest().sessions().size() + " sessions, " + answered + " of "
                + run.ticks().size() + " ticks were answered";
    }

    private void print(Obstacle obstacle) {
        section("PROBLEM: " + obstacle.fault());
        obstacle.evidence().forEach(this::print);
        out.println("  advice: " + obstacle.remedy());
    }

    private void print(TracedMessage passed) {
        out.println("  " + passed.peer() + (passed.sent() ? " > " : " < ") + passed.text());
    }

    private void section(String text) {
        out.println(TerminalText.line(text));
    }

    private static String symbol(BriefRun run, int instrument) {
        return run.manifest().recording().instruments().stream()
                .filter(each -> each.id() == instrument)
                .map(Instrument::symbol)
                .findFirst()
                .orElse("pair " + instrument);
    }

    static String prices(long bid, long ask) {
        return "bid " + price(bid) + " ask " + price(ask);
    }

    private static String price(long price) {
        return price == Price.NONE ? "none" : Price.format(price);
    }

    /**
     * Adds the session template of the built-in application's dialect to the remedy. No effect if the dialect is plain or a
     * template is given.
     */
    static Obstacle withTemplate(Obstacle obstacle, ApplicationUnderTest application, boolean template) {
        return application instanceof ApplicationUnderTest.BuiltIn builtIn && !template
                ? dialect(builtIn.arguments())
                        .map(name -> new Obstacle(
                                obstacle.fault(),
                                obstacle.evidence(),
                                "The application uses --dialect " + name + ": add --session-template docs/dialects/"
                                        + name + ".yaml. Otherwise: " + obstacle.remedy()))
                        .orElse(obstacle)
                : obstacle;
    }

    /** Returns the dialect in arguments such as {@code --dialect quotes} or {@code --dialect=quotes}; the last one counts. */
    private static Optional<String> dialect(List<String> arguments) {
        String dialect = PLAIN;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(DIALECT + "=")) {
                dialect = argument.substring(DIALECT.length() + 1);
            } else if (argument.equals(DIALECT) && i + 1 < arguments.size()) {
                dialect = arguments.get(i + 1);
            }
        }
        return Optional.of(dialect).filter(name -> !name.equals(PLAIN));
    }

    /** Prints the last lines of the application's output, if any. */
    private void log() {
        Path log = plan.directory().log(Role.APPLICATION);
        try {
            if (Files.exists(log) && Files.size(log) > 0) {
                List<String> lines = RegularFile.firstAndLastLines(log);
                section("last lines of the application's output:");
                lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
                        .forEach(line -> out.println("  " + TerminalText.line(line)));
            }
        } catch (IOException unreadable) {
            out.println("  the application's output cannot be read");
        }
    }

    /** Checks whether the application numbered its messages (34) consecutively. */
    static final class SequenceCheck {
        private static final int SEQUENCE = 34;
        private static final int NEW_SEQUENCE = 36;

        private final List<BriefRun.SequenceBreak> odd;
        private final TracedMessages messages;

        SequenceCheck(List<BriefRun.SequenceBreak> odd, TracedMessages messages) {
            this.odd = odd;
            this.messages = messages;
        }

        /** Returns whether messages are missing, which makes every run FAILED. */
        boolean gaps() {
            return odd.stream().anyMatch(each -> !each.reset());
        }

        /** Returns the obstacle of the first gap, else that of the first reset; empty if there is neither. */
        Optional<Obstacle> obstacle() {
            return odd.stream()
                    .filter(each -> each.reset() != gaps())
                    .findFirst()
                    .map(each -> each.reset() ? reset(each) : gap(each));
        }

        private Obstacle gap(BriefRun.SequenceBreak gap) {
            return new Obstacle(
                    session(gap) + " received MsgSeqNum (34) " + gap.found() + ", expected " + gap.expected()
                            + more(gap) + ". With such a gap a run is FAILED (sequence-gaps).",
                    evidence(gap),
                    "Let the application number its messages consecutively, and mark resent messages with 43=Y.");
        }

        private Obstacle reset(BriefRun.SequenceBreak reset) {
            return new Obstacle(
                    session(reset) + " received MsgSeqNum (34) " + reset.found() + ", expected " + reset.expected()
                            + ", in a Logon or SequenceReset during the session" + more(reset)
                            + ". With such a reset a run is DEGRADED (sequence-resets).",
                    evidence(reset),
                    "Let the application reset sequence numbers only when a session connects.");
        }

        private static String session(BriefRun.SequenceBreak number) {
            return MessageTrace.session(number.session());
        }

        private String more(BriefRun.SequenceBreak shown) {
            long more =
                    odd.stream().filter(each -> each.reset() == shown.reset()).count() - 1;
            return more == 0 ? "" : " (and " + more + " more)";
        }

        private List<TracedMessage> evidence(BriefRun.SequenceBreak number) {
            String found = Long.toString(number.found());
            return messages
                    .first(
                            session(number),
                            passed -> !passed.sent()
                                    && passed.atNs() >= number.receivedNs()
                                    && (passed.field(SEQUENCE).equals(found)
                                            || passed.field(NEW_SEQUENCE).equals(found)))
                    .stream()
                    .toList();
        }
    }
}
