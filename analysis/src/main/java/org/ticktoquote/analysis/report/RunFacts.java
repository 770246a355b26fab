package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Limit;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Fact;
import org.ticktoquote.report.Block.FactList;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.IntervalText;
import org.ticktoquote.report.table.Table;

/** Facts of a run: load, measurement, host, processes and limits. */
final class RunFacts {
    private RunFacts() {}

    /** Returns host, load and main limits of a run in one line. */
    static String environment(RunManifest manifest, Summary summary) {
        Map<String, String> host = manifest.observed().host();
        List<String> parts = new ArrayList<>();
        add(parts, "hosts ", host.get("hosts"));
        add(parts, "", host.get("cpuModel"));
        add(parts, "CPUs ", host.get("cpus"));
        add(parts, "Linux ", host.get("kernel"));
        add(parts, "clock ", host.get("clockSource"));
        add(parts, "application's JVM: ", host.get("applicationJava"));
        add(parts, "harness's JVM: ", host.get("harnessJava"));
        add(parts, "threads ", host.get("threads"));
        parts.add("speed " + Figures.number(manifest.replay().speed()) + " x");
        parts.add("window " + window(manifest));
        parts.add(profile(summary.about().profile()));
        return String.join(" \u00b7 ", parts);
    }

    /** Returns the profile with its main limits. The page has a table of all limits. */
    private static String profile(String profile) {
        return "profile " + profile + ": replay lag up to " + allowed(profile, Rule.REPLAY_LAG_SHARE)
                + ", stalls of the clients up to " + allowed(profile, Rule.CLIENTS_STALL) + ", steal up to "
                + allowed(profile, Rule.STEAL);
    }

    /** Returns the largest value that is within the limits of a rule. */
    private static String allowed(String profile, String rule) {
        Limit limit = Limits.of(profile).limit(rule).orElseThrow();
        return Limits.text(
                rule,
                Stream.of(limit.degradedAbove(), limit.voidAbove())
                        .flatMap(Stream::ofNullable)
                        .findFirst()
                        .orElseThrow());
    }

    private static void add(List<String> parts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            parts.add(name + value);
        }
    }

    static Section settings(RunManifest manifest, Summary summary) {
        return Section.of(
                "settings",
                "Load and measurement",
                "what was replayed, how it was matched",
                new Block.Facts(List.of(
                        new FactList("Load", load(manifest, summary)),
                        new FactList("Measurement", measurement(manifest, summary)))));
    }

    static Section machine(RunManifest manifest, Summary summary) {
        return Section.of(
                "machine",
                "Host, processes and limits",
                "host, end of each process, every rule with its value",
                new Block.Facts(List.of(
                        new FactList("Host", host(manifest)), new FactList("Disturbances", disturbances(manifest)))),
                Block.Tables.of(processes(manifest.observed().processes()), limits(summary)));
    }

    private static Table processes(List<ProcessEnd> processes) {
        return Columns.of("role", ProcessEnd::role)
                .add("end", end -> Cell.word(end.end()))
                .add(
                        "exit status",
                        end -> Cell.number(
                                end.end().equals(ProcessEnd.RUNNING) ? "" : String.valueOf(end.exitStatus())))
                .add("cause", end -> Cell.text(end.cause()))
                .add("command", end -> Cell.text(String.join(" ", end.command())))
                .table("processes", "Processes", "End of each process.", processes);
    }

    private static Table limits(Summary summary) {
        return Columns.of("rule", LimitFigure::rule)
                .add("measured", limit -> bound(limit, limit.value()))
                .add("DEGRADED above", limit -> bound(limit, limit.degradedAbove()))
                .add("FAILED above", limit -> bound(limit, limit.failedAbove()))
                .add("VOID above", limit -> bound(limit, limit.voidAbove()))
                .table(
                        "limits",
                        "Limits",
                        "Every rule with its measured value. Profile "
                                + summary.about().profile() + ". Rules with the value yes or no have the limit no.",
                        summary.limits());
    }

    private static Cell bound(LimitFigure limit, @Nullable Double value) {
        return value == null ? Cell.NONE : Cell.number(Limits.text(limit.rule(), value));
    }

    private static List<Fact> load(RunManifest manifest, Summary summary) {
        RunManifest.Replay replay = manifest.replay();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("sessions", Figures.count(summary.measured().sessions())));
        facts.add(new Fact("pairs", Figures.count(summary.measured().pairs()) + ": " + pairs(manifest)));
        facts.add(new Fact(
                "ticks",
                Figures.count(summary.measured().ticks()) + " measured of " + Figures.count(replay.ticks())
                        + " planned"));
        facts.add(new Fact("window", window(manifest)));
        facts.add(new Fact("speed", Figures.number(replay.speed()) + " x real time"));
        facts.add(new Fact("feed", replay.feed()));
        facts.add(new Fact("send errors", Figures.count(replay.sendErrors())));
        facts.add(new Fact("recording", manifest.recording().path()));
        facts.add(new Fact("recording sha256", summary.measured().recordingSha256()));
        return facts;
    }

    private static List<Fact> measurement(RunManifest manifest, Summary summary) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("matched by", matching(manifest.declared().matching())));
        if (summary.counts().tickOutcomesSoonest() != null) {
            facts.add(new Fact("certainty", certainty(summary)));
        }
        facts.add(new Fact(
                "model", model(manifest.declared().model(), manifest.declared().matching())));
        facts.add(new Fact("conflation", conflation(manifest.declared().conflation())));
        facts.add(new Fact("due", Figures.count(summary.model().due()) + " ticks x sessions"));
        facts.add(new Fact(
                "published though not due", Figures.count(summary.model().publishedNotDue()) + " ticks x sessions"));
        if (summary.model().perhapsConflated() > 0) {
            facts.add(new Fact(
                    "perhaps conflated",
                    Figures.count(summary.model().perhapsConflated())
                            + " ticks x sessions, unchanged by at least one attribution: their wait is not in the"
                            + " figures"));
        }
        if (summary.model().priceCheck().unmodelled() > 0) {
            facts.add(new Fact(
                    "prices not checked",
                    Figures.count(summary.model().priceCheck().unmodelled())
                            + " snapshots: the model explains less than half of their prices (--half-spreads)"));
        }
        facts.addAll(events(
                summary.sessionEvents(), summary.counts().snapshotClasses().withdrawn()));
        facts.add(new Fact("warm-up", warmUp(manifest.warmUp())));
        facts.add(new Fact("profile", summary.about().profile()));
        facts.add(new Fact("state", manifest.about().state()));
        facts.add(new Fact("measured with", summary.about().product()));
        return facts;
    }

    private static List<Fact> events(SessionEvents events, long withdrawn) {
        List<Fact> facts = new ArrayList<>();
        if (events.incrementals() + events.quotes() + events.massQuotes() + events.quoteCancels() > 0) {
            facts.add(new Fact(
                    "not by 35=W",
                    Figures.count(events.incrementals()) + " snapshots by 35=X, " + Figures.count(events.quotes())
                            + " by 35=S, "
                            + Figures.count(events.massQuotes()) + " by 35=i, " + Figures.count(events.quoteCancels())
                            + " by 35=Z"));
        }
        if (events.incrementals() + events.withoutBook() > 0) {
            facts.add(new Fact(
                    "books",
                    Figures.count(events.withoutBook()) + " refreshes of an unknown book, "
                            + Figures.count(events.repeatedEntries()) + " new entries that existed, "
                            + Figures.count(events.unknownEntries()) + " changes or deletions of missing entries, "
                            + Figures.count(events.crossedTops()) + " crossed tops"));
        }
        if (withdrawn > 0) {
            facts.add(new Fact(
                    "withdrawn",
                    Figures.count(withdrawn) + " snapshots show no price, " + Figures.duration(events.noPriceNs())
                            + " of sessions x pairs without one"));
        }
        if (events.onlyZeroSizes() > 0) {
            facts.add(new Fact(
                    "without a price",
                    Figures.count(events.onlyZeroSizes())
                            + " snapshots with only levels of size 0, which are no price (zeroSize: none)"));
        }
        return facts;
    }

    private static List<Fact> host(RunManifest manifest) {
        List<Fact> facts = new ArrayList<>();
        manifest.observed().host().forEach((name, value) -> {
            // fifty lines of tuning stay in run.json; the page shows their hash
            if (!name.startsWith("fingerprint.")) {
                facts.add(new Fact(words(name), value));
            }
        });
        return facts;
    }

    /** Formats {@code cpuModel} as {@code cpu model}. */
    private static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static List<Fact> disturbances(RunManifest manifest) {
        Map<String, Double> sorted = new TreeMap<>(manifest.observed().disturbances());
        return sorted.entrySet().stream()
                .map(entry -> new Fact(entry.getKey(), Limits.text(entry.getKey(), entry.getValue())))
                .toList();
    }

    private static String pairs(RunManifest manifest) {
        List<Integer> subscribed = manifest.sessions().stream()
                .flatMap(session -> session.instruments().stream())
                .toList();
        return manifest.recording().instruments().stream()
                .filter(instrument -> subscribed.contains(instrument.id()))
                .map(Instrument::symbol)
                .collect(Collectors.joining(", "));
    }

    /** Formats the window in venue time, and relative to the announcement if there is one. */
    static String window(RunManifest manifest) {
        RunManifest.Replay replay = manifest.replay();
        long announced = manifest.recording().announcementNs();
        return Figures.moment(replay.fromNs())
                + " to "
                + Figures.moment(replay.toNs())
                + " UTC, "
                + Figures.duration(replay.toNs() - replay.fromNs())
                + (announced == 0
                        ? ""
                        : " (" + since(announced, replay.fromNs()) + " to " + since(announced, replay.toNs()) + ")")
                + (replay.finished() ? "" : ", not finished");
    }

    /** Formats the offset of a venue time from the announcement, to the millisecond: {@code T0-5 s}. */
    private static String since(long announcedNs, long venueTimeNs) {
        double seconds = Math.round((venueTimeNs - announcedNs) / 1e6) / 1e3;
        return "T0" + (seconds < 0 ? "" : "+") + Figures.number(seconds) + " s";
    }

    /** Returns the run time in seconds at which the announcement was replayed; empty if there is none in the window. */
    static String announcedAtSeconds(RunManifest manifest) {
        long announcedNs = manifest.recording().announcementNs();
        RunManifest.Replay replay = manifest.replay();
        TurnSchedule turns = manifest.turns();
        double offsetNs = (announcedNs - replay.fromNs()) / replay.speed();
        boolean within = announcedNs != 0 && announcedNs >= replay.fromNs() && announcedNs < replay.toNs();
        return within ? Figures.number((turns == null ? offsetNs : turns.sentNs((long) offsetNs)) / 1e9) : "";
    }

    private static String matching(Matching matching) {
        String tag = "tag " + matching.tag() + ", " + matching.transform();
        if (matching.identified()) {
            return matching.by() + ", " + tag + (matching.exact() ? "" : ", order of venues " + matching.venueOrder());
        }
        String keys = matching.keys().isEmpty()
                ? ""
                : " and " + String.join(", ", matching.keys()) + (matching.tag() == 0 ? "" : " (" + tag + ")");
        return matching.by() + keys + "; quoting " + matching.quoting() + ", order of venues " + matching.venueOrder();
    }

    private static String certainty(Summary summary) {
        ModelFigures model = summary.model();
        double snapshots = Math.max(1, summary.counts().snapshotClasses().measured());
        return IntervalText.share((double) model.certain() / Math.max(1, model.due()))
                + " of due ticks x sessions certain, "
                + IntervalText.share(summary.counts().snapshotClasses().ambiguous() / snapshots)
                + " of snapshots (without initial ones) ambiguous"
                + (model.overflowed() == 0
                        ? ""
                        : "; " + Figures.count(model.overflowed())
                                + " times the memory was exceeded: some intervals can be wider");
    }

    private static String model(ApplicationModel model, Matching matching) {
        if (!model.known()) {
            return "unknown: every tick counts as due";
        }
        String spreads =
                model.halfSpreadTenthPips().stream().map(String::valueOf).collect(Collectors.joining(", "));
        String quoting = matching.learned()
                ? ", spreads, skew and rounding learned"
                : ", half spread by tier " + spreads + " tenths of a pip, skew " + model.skewTenthPips();
        return model.composite()
                + (model.rejectCrossed() ? ", crossed rejected" : ", crossed accepted")
                + (model.staleAfterNs() == 0 ? "" : ", stale after " + Figures.duration(model.staleAfterNs()))
                + quoting;
    }

    private static String conflation(Conflation conflation) {
        return conflation.policy().equals(Conflation.INTERVAL)
                ? "latest of every " + Figures.duration(conflation.intervalNs())
                : conflation.policy();
    }

    private static String warmUp(RunManifest.WarmUp warmUp) {
        return Figures.count(warmUp.ticks())
                + " ticks, burst "
                + Figures.number(warmUp.burstRate())
                + " ticks/s, "
                + (warmUp.steady() ? "steady" : "not steady in " + String.join(", ", warmUp.unsteady()))
                + " (tolerance "
                + Figures.number(100 * warmUp.tolerance())
                + " %)";
    }
}
