package org.ticktoquote.harness.run;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.OwnerPermissions;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.Selection;
import org.ticktoquote.wire.run.WirePlan;
import org.ticktoquote.wire.run.WireRun;
import org.ticktoquote.wire.stamp.StampFormat;

/** Creates a run from a capture, in the folder {@code wire} of the run that was captured. */
public final class CapturedRun {
    /** Reason for a capture that was not read to its end, or not at all. */
    public static final String INTERRUPTED = "interrupted before the capture was read";

    private final RunDirectory run;
    private final RunManifest manifest;
    private final SessionTemplate template;
    private final Progress progress;

    /**
     * @param run a run that has ended
     * @param template session template, for names of pairs and zeroSize
     */
    public CapturedRun(RunDirectory run, RunManifest manifest, Optional<Path> template, Progress progress) {
        this.run = run;
        this.manifest = manifest;
        this.progress = progress;
        this.template = SessionTemplate.read(template);
    }

    /**
     * Creates the run from tcpdump's captures: from the first one with both ticks and quotes, else from all captures of one
     * host. Captures of different hosts are not combined, because their clocks differ.
     *
     * @param interrupted returns true to stop reading, which refuses the captures
     * @return reason for a failure; empty if the run was created
     */
    Optional<String> makeOfOwn(BooleanSupplier interrupted) {
        Map<String, String> facts = manifest.observed().host();
        List<List<Path>> attempts = new ArrayList<>();
        Map<String, List<Path>> byHost = new LinkedHashMap<>();
        for (int number = 1; facts.containsKey(Role.capture(number)); number++) {
            String role = Role.capture(number);
            List<Path> files = PacketCaptures.files(run, role);
            if (!files.isEmpty()) {
                attempts.add(files);
                byHost.computeIfAbsent(CaptureFacts.host(facts, role), host -> new ArrayList<>())
                        .addAll(files);
            }
        }
        byHost.values().stream().filter(files -> !attempts.contains(files)).forEach(attempts::add);
        String reason = "tcpdump wrote no file";
        for (List<Path> files : attempts) {
            Optional<String> refused = attempt(files, interrupted);
            if (refused.isEmpty() || interrupted.getAsBoolean()) {
                return refused;
            }
            reason = refused.get();
        }
        String others = byHost.size() > 1 ? "; captures of different hosts are not combined: their clocks differ" : "";
        return Optional.of(reason + others);
    }

    private Optional<String> attempt(List<Path> files, BooleanSupplier interrupted) {
        try {
            make(files, Optional.empty(), interrupted);
            return Optional.empty();
        } catch (ProblemException refusal) {
            return Optional.of(
                    refusal.status() == ExitStatus.INTERRUPTED ? INTERRUPTED : String.valueOf(refusal.getMessage()));
        }
    }

    /**
     * Creates the run from captures and replaces an earlier one. Keeps the earlier one if the captures are refused, for example
     * without ticks or quotes.
     *
     * @param stamps format of the timestamps; empty to detect it
     * @param interrupted returns true to stop reading, which refuses the captures
     */
    public void make(List<Path> files, Optional<StampFormat> stamps, BooleanSupplier interrupted) {
        progress.stage("reading the capture");
        Path folder = run.wire().path();
        Path earlier = folder.resolveSibling(folder.getFileName() + "-replaced");
        if (Files.isDirectory(earlier) && !Files.exists(run.wire().manifest())) {
            remove(folder); // the process that made it was killed
            move(earlier, folder);
        }
        if (Files.isDirectory(folder)) {
            remove(earlier);
            move(folder, earlier);
        }
        OwnerPermissions.restrict(folder);
        try {
            RunManifest made = new WireRun(plan(), new CaptureTraffic(files, stamps), progress, interrupted).make();
            if (interrupted.getAsBoolean()) {
                throw Problem.ofFault(INTERRUPTED).exception(ExitStatus.INTERRUPTED);
            }
            tiersOf(made).write(run.wire().manifest());
            OwnerPermissions.restrictFiles(folder);
            remove(earlier);
        } catch (ProblemException refusal) {
            remove(folder);
            if (Files.isDirectory(earlier)) {
                move(earlier, folder);
            }
            String feed = manifest.replay().feed();
            throw feed.startsWith("payload+") && refusal.status() != ExitStatus.INTERRUPTED
                    ? Problem.ofFault(refusal.getMessage() + "; ticks of " + feed
                                    + " are only found if they are SBE. To measure the capture separately:"
                                    + " t2q wire CAPTURE --payload FILE")
                            .exception(refusal.status(), refusal)
                    : refusal;
        }
    }

    private static void move(Path from, Path to) {
        FileAccess.change(from, "cannot be renamed", () -> Files.move(from, to));
    }

    private static void remove(Path folder) {
        FileAccess.change(folder, "cannot be removed", () -> DirectoryTree.remove(folder));
    }

    private WirePlan plan() {
        WirePlan plan = new WirePlan(run.wire(), manifest.declared().matching());
        plan.product = manifest.about().product();
        plan.profile = manifest.about().profile();
        plan.ticks = ticks(manifest);
        boolean ofVenues = plan.ticks.stream().anyMatch(each -> each.codec().startsWith("fix"));
        plan.isRestarted = ofVenues;
        plan.declared = ofVenues ? withoutVenueTimes(manifest.declared()) : manifest.declared();
        plan.quotes = quotes();
        plan.ignoresAbsent = true;
        plan.pairs = manifest.recording().instruments().stream()
                .map(Instrument::symbol)
                .toList();
        plan.names = template.names();
        plan.zeroSizeIsPrice = template.zeroSizeIsPrice();
        return plan;
    }

    /**
     * Leaves out declarations about venue times, because ticks of FIX venues have the times of the capture. By price the
     * model stays, and {@link WireRun} refuses one that needs venue times.
     */
    static RunManifest.Declared withoutVenueTimes(RunManifest.Declared declared) {
        Matching matching = declared.matching();
        boolean modelled = !matching.identified() || declared.model().staleAfterNs() == 0;
        RunManifest.Declared rest = modelled ? declared : declared.withoutModel();
        Matching keyless = new Matching(
                matching.by(),
                matching.tag(),
                matching.transform(),
                matching.keys().stream().filter(Matching.SIZE::equals).toList(),
                matching.quoting(),
                matching.venueOrder(),
                matching.limits());
        return new RunManifest.Declared(keyless, rest.model(), rest.conflation(), rest.annual());
    }

    /** Selects ticks by the ports of venues or feed; empty to detect them if no port is known. */
    static List<Selection> ticks(RunManifest manifest) {
        Map<String, String> host = manifest.observed().host();
        List<Selection> venues = host.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(RunManifest.VENUE_FACT)
                        && fact.getValue().startsWith("fix://"))
                .map(fact -> Selection.of(
                        "--ticks", ":" + URI.create(fact.getValue()).getPort() + codec(host, fact.getKey())))
                .toList();
        URI feed = URI.create(manifest.replay().feed());
        return !venues.isEmpty()
                ? venues
                : feed.getPort() > 0 ? List.of(Selection.of("--ticks", ":" + feed.getPort())) : List.of();
    }

    /** Returns the codec of a venue, with the tag of its tick ids if it has any. */
    private static String codec(Map<String, String> host, String venue) {
        String tag = host.getOrDefault(
                RunManifest.VENUE_TICK_ID_FACT + venue.substring(RunManifest.VENUE_FACT.length()), "0");
        return tag.equals("0") ? ",fix" : ",fix:" + tag;
    }

    /**
     * Selects quotes by the port of the application's acceptor, or by the CompIDs of its clients if the application
     * connects.
     */
    private List<Selection> quotes() {
        Map<String, String> host = manifest.observed().host();
        List<Selection> compIds = manifest.sessions().stream()
                .flatMap(session -> Optional.ofNullable(host.get(CaptureFacts.COMP_ID + session.index())).stream())
                .filter(compId -> !compId.contains(","))
                .map(compId -> Selection.of("--quotes", compId))
                .toList();
        if (!compIds.isEmpty()) {
            return compIds;
        }
        return Optional.ofNullable(host.get(CaptureFacts.FIX))
                .map(fix -> List.of(
                        Selection.of("--quotes", ":" + Endpoint.parse(fix).port())))
                .orElse(List.of());
    }

    /** Gives each session its tier in the captured run, because a capture can order sessions differently. */
    private RunManifest tiersOf(RunManifest made) {
        Map<String, Integer> tiers = new HashMap<>();
        manifest.sessions()
                .forEach(session -> tiers.put(
                        manifest.observed().host().getOrDefault(CaptureFacts.COMP_ID + session.index(), session.name()),
                        session.tier()));
        List<SessionPlan> sessions = made.sessions().stream()
                .map(each -> new SessionPlan(
                        each.index(), each.name(), tiers.getOrDefault(each.name(), each.tier()), each.instruments()))
                .toList();
        return new RunManifest(
                made.formatVersion(),
                made.about(),
                made.recording(),
                made.replay(),
                sessions,
                made.declared(),
                made.warmUp(),
                made.observed(),
                made.time());
    }
}
