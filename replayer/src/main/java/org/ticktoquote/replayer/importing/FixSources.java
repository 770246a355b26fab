package org.ticktoquote.replayer.importing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.CapturedFixSession;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.run.VenuePrices;

/**
 * Reads FIX market data from captures and logs. Each session that sends prices is a source of ticks. Captures for which
 * the same venue is given are read together, and so are those without a venue. The same applies to logs.
 *
 * <p>Uses a temporary folder next to the recording, which {@link #close} removes.
 */
final class FixSources implements AutoCloseable {
    private static final int MAX_VENUE_LENGTH = 16;
    private static final int COPIED = 1 << 16;

    private final SourceOptions fix;
    private final SourceSettings settings;
    private final Set<String> given;
    private final Path out;
    private final DelayedProgress progress;
    private final Map<Group, List<Path>> groups = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    /** Original names of copied files, for messages. */
    private final Map<Path, String> names = new HashMap<>();

    private final List<VenuePrices> prices = new ArrayList<>();
    private final Set<String> venues = new HashSet<>();
    /** Names in {@code --zone} that select sessions of logs. */
    private final Set<String> zoned = new HashSet<>();

    private final Interruption interruption = new Interruption(this::remove);
    private volatile @Nullable Path folder;
    private long steps;

    /** Files that are read together. */
    private record Group(Content content, Optional<String> venue) {}

    /** @param given names of the options on the command line */
    FixSources(SourceOptions fix, SourceSettings settings, Set<String> given, Path out, DelayedProgress progress) {
        this.fix = fix;
        this.settings = settings;
        this.given = given;
        this.out = out;
        this.progress = progress;
    }

    /** Adds a packet capture or a log of FIX messages. Returns false for other files. */
    boolean addIfFix(SourcePlanner.Argument argument) {
        boolean ordered = settings.format().equals(Optional.of(Format.FIX));
        if (settings.format().isPresent() && !ordered) {
            return false;
        }
        try {
            Path file = regular(argument.file());
            if (!Files.isRegularFile(file)) {
                return false;
            }
            Content found = Content.of(file);
            Content content = found == Content.OTHER && ordered ? Content.LOG : found;
            if (content != Content.OTHER) {
                requireNoSymbol(argument);
                groups.computeIfAbsent(
                                new Group(content, argument.venue().or(settings::venue)), key -> new ArrayList<>())
                        .add(file);
            }
            return content != Content.OTHER;
        } catch (IOException e) {
            return false; // the planner reports the fault
        }
    }

    private static void requireNoSymbol(SourcePlanner.Argument argument) {
        if (argument.symbol().isPresent()) {
            throw Problem.of(argument.file())
                    .fault("has FIX messages, which name their instruments")
                    .expected("no symbol before it")
                    .exception();
        }
    }

    /** Returns the file itself, or a copy of standard input or a pipe, which can be read only once. */
    private Path regular(Path file) throws IOException {
        boolean standardInput = file.toString().equals("-");
        if (!standardInput && (!Files.exists(file) || Files.isRegularFile(file) || Files.isDirectory(file))) {
            return file;
        }
        Path copy = folder().resolve("input-" + steps++);
        try (InputStream in = standardInput ? System.in : Files.newInputStream(file);
                OutputStream to = Files.newOutputStream(copy)) {
            byte[] part = new byte[COPIED];
            for (int length = in.read(part); length >= 0; length = in.read(part)) {
                to.write(part, 0, length);
                checkInterrupted();
            }
        }
        names.put(copy, standardInput ? "standard input" : file.toString());
        return copy;
    }

    private Path folder() {
        if (folder == null) {
            try {
                Path parent = out.toAbsolutePath().getParent();
                folder = Files.createTempDirectory(parent, "." + out.getFileName() + ".");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return folder;
    }

    /**
     * Reads all added files.
     *
     * @param first index of the first source
     */
    List<TickSource> read(int first) {
        requireUsed(first > 0);
        List<TickSource> sources = new ArrayList<>();
        groups.forEach((group, files) -> {
            try {
                sources.addAll(read(group, files, first + sources.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        requireSenders();
        return sources;
    }

    /** Refuses senders that none of the files has. */
    private void requireSenders() {
        List<Problem> absent = fix.senders().stream()
                .filter(sender -> prices.stream()
                        .flatMap(each -> each.sessions().stream())
                        .noneMatch(session -> session.isFrom(sender)))
                .map(sender -> Problem.of("--sender")
                        .value(sender)
                        .fault("sends no prices in these files")
                        .expected("one of the following"))
                .toList();
        if (!absent.isEmpty()) {
            Stream<Problem> there =
                    prices.stream().flatMap(VenuePrices::describe).map(Problem::ofFault);
            throw new ProblemException(
                    ExitStatus.BAD_INPUT, Stream.concat(absent.stream(), there).toList());
        }
    }

    private void requireUsed(boolean otherFiles) {
        Set<Content> here = groups.keySet().stream().map(Group::content).collect(Collectors.toSet());
        if (otherFiles) {
            here.add(Content.OTHER);
        }
        for (String option : given) {
            Set<Content> readers = Content.readers(option);
            if (!readers.isEmpty() && Collections.disjoint(readers, here)) {
                String kinds = readers.stream().map(Content::description).collect(Collectors.joining(" or "));
                throw Problem.of(option)
                        .fault("none of these files is " + kinds)
                        .expected("one, or no " + option)
                        .exception();
            }
        }
    }

    private String name(List<Path> files) {
        Path first = files.get(0);
        return Printable.text(names.getOrDefault(first, first.toString()), 200)
                + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
    }

    private List<TickSource> read(Group group, List<Path> files, int first) throws IOException {
        Path parts = Files.createDirectory(folder().resolve("group-" + prices.size()));
        Runnable step = () -> {
            progress.rows("reading", ++steps);
            checkInterrupted();
        };
        String name = name(files);
        VenuePrices found;
        if (group.content == Content.LOG) {
            FixLog log = new FixLog(files, fix.bySendingTime(), settings.zones(), group.venue);
            found = VenuePrices.read(log, name, fix.senders(), parts, step);
            noteSessions(name, files.size(), "a FIX log", found);
            notes.addAll(log.notes(this::name));
            group.venue.ifPresent(zoned::add);
            found.sessions().forEach(session -> zoned.add(session.answers()));
        } else {
            CaptureTraffic capture = new CaptureTraffic(files, fix.stamps());
            found = VenuePrices.read(capture, name, fix.senders(), parts, step);
            noteCapture(name, files.size(), found);
        }
        prices.add(found);
        return sources(group, files.get(0), first, found);
    }

    private void noteCapture(String name, int files, VenuePrices found) {
        noteSessions(name, files, "a capture of FIX over TCP", found);
        Traffic.Facts facts = found.facts();
        note(name, facts.dropped(), "frame was", "frames were", " dropped at the capture");
        note(name, facts.late(), "frame comes", "frames come", " too far out of order to be sorted");
        note(name, facts.steps(), "step", "steps", " of the time stamps' clock");
        if (facts.others().containsKey("cut")) {
            notes.add("note: " + facts.others().get("cut"));
        }
        notes.add("times are its time stamps: " + facts.stamps());
    }

    private void noteSessions(String name, int files, String what, VenuePrices found) {
        notes.add(name + (files == 1 ? " is" : " are") + " read as " + what + ": prices (35=W, X, S, i) of "
                + CountText.of(found.sessions().size(), "session"));
        List<CapturedFixSession> own = found.ownSessions();
        String senders = own.stream()
                .map(CapturedFixSession::answers)
                .distinct()
                .limit(5)
                .collect(Collectors.joining(", ", ": ", ""));
        note(
                name,
                own.stream().mapToLong(CapturedFixSession::prices).sum(),
                "price",
                "prices",
                " of " + CountText.of(own.size(), "session") + " of other senders not used" + senders);
    }

    private void note(String of, long count, String one, String many, String what) {
        FixRows.note(of, count, one, many, what, notes);
    }

    private List<TickSource> sources(Group group, Path file, int first, VenuePrices found) {
        List<String> symbols = found.symbols().stream()
                .map(name -> SymbolNames.normal(name).orElse(""))
                .toList();
        List<TickSource> sources = new ArrayList<>();
        for (CapturedFixSession session : found.sessions()) {
            String venue = group.venue.orElseGet(() -> venue(session, found.sessions()));
            Path journal = found.journals().get(sources.size());
            Supplier<FixRows> opener = () -> new FixRows(journal, symbols, found.zeroNs());
            try (FixRows rows = opener.get()) {
                notes.addAll(rows.notes(venue, session));
            }
            sources.add(new TickSource(
                    first + sources.size(),
                    file,
                    Format.FIX,
                    Optional.empty(),
                    venue,
                    0,
                    Optional.empty(),
                    opener::get));
        }
        return sources;
    }

    /** Names a session by its SenderCompID, with TargetCompID or port if several sessions share it. */
    private String venue(CapturedFixSession session, List<CapturedFixSession> all) {
        List<CapturedFixSession> same = all.stream()
                .filter(each -> each.answers().equals(session.answers()))
                .toList();
        boolean targetsDiffer =
                same.stream().map(CapturedFixSession::asks).distinct().count() == same.size();
        String name = session.answers();
        if (same.size() > 1) {
            name += targetsDiffer ? "/" + session.asks() : ":" + session.port();
        }
        return unique(name.replaceAll("[^!-~]", "_"));
    }

    private String unique(String name) {
        String cut = name.substring(0, Math.min(MAX_VENUE_LENGTH, name.length()));
        for (int i = 2; !venues.add(cut); i++) {
            String mark = "~" + i;
            cut = name.substring(0, Math.min(MAX_VENUE_LENGTH - mark.length(), name.length())) + mark;
        }
        if (!cut.equals(name)) {
            notes.add("note: " + name + " is the venue " + cut
                    + ": venue names must differ and have at most 16 characters");
        }
        return cut;
    }

    /** Returns the venues and SenderCompIDs to which a zone can apply. Call after {@link #read}. */
    Set<String> zoned() {
        return Set.copyOf(zoned);
    }

    /** Returns one-line notes on how files were read and on unused sessions. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Ends the import after Ctrl-C, so that the folder is removed before the process ends. */
    void checkInterrupted() {
        interruption.checkInterrupted();
    }

    @Override
    public void close() {
        remove();
        interruption.close();
    }

    private void remove() {
        try {
            if (folder != null) {
                DirectoryTree.remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Content of a file, detected from its first bytes after decompression. */
    enum Content {
        /** pcap or pcapng. */
        CAPTURE("a FIX capture"),
        /** Text with FIX messages. */
        LOG("a FIX log"),
        OTHER("a tick file");

        /** Content to which an option applies, if not to all. */
        private static final Map<String, Set<Content>> READERS = Map.of(
                "--sender", EnumSet.of(CAPTURE, LOG),
                "--stamps", EnumSet.of(CAPTURE),
                "--sending-time", EnumSet.of(LOG),
                "--zone", EnumSet.of(LOG, OTHER));

        private static final Set<String> OF_TICK_FILES = Set.of(
                "--date",
                "--symbol",
                "--decimals",
                "--quantity-unit",
                "--sort",
                "--columns",
                "--time-format",
                "--delimiter",
                "--decimal-mark",
                "--skip-lines");

        private static final int BEGIN = 1 << 16;
        private static final Set<Integer> CAPTURES =
                Set.of(0xA1B2C3D4, 0xD4C3B2A1, 0xA1B23C4D, 0x4D3CB2A1, 0xA1B2CD34, 0x34CDB2A1, 0x0A0D0D0A);
        private static final Pattern MESSAGE = Pattern.compile("8=FIXT?\\.\\d\\.\\d[^9]{1,8}9=\\d");

        private final String words;

        Content(String words) {
            this.words = words;
        }

        String description() {
            return words;
        }

        /** Returns the content to which an option applies; empty for all. */
        static Set<Content> readers(String option) {
            return OF_TICK_FILES.contains(option) ? Set.of(OTHER) : READERS.getOrDefault(option, Set.of());
        }

        static Content of(Path file) throws IOException {
            byte[] begin;
            try (InputStream in = TickContent.open(file)) {
                begin = in.readNBytes(BEGIN);
            }
            if (begin.length >= Integer.BYTES
                    && CAPTURES.contains(ByteBuffer.wrap(begin).getInt())) {
                return CAPTURE;
            }
            byte[] utf8 = TickContent.inUtf8(new ByteArrayInputStream(begin)).readAllBytes();
            String text = new String(utf8, StandardCharsets.ISO_8859_1);
            return MESSAGE.matcher(text).find() ? LOG : OTHER;
        }
    }
}
