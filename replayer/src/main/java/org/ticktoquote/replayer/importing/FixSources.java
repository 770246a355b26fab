package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.FolderTree;
import org.ticktoquote.wire.run.CaptureTraffic;
import org.ticktoquote.wire.run.FixSession;
import org.ticktoquote.wire.run.VenuePrices;

/**
 * FIX market data of captures and logs: each session of a price source is a source of ticks. All captures are one capture, and
 * all logs one log, except where a venue is given for them.
 *
 * <p>What is read waits in a temporary folder beside the recording, until this is closed.
 */
final class FixSources implements AutoCloseable {
    private static final int LONGEST_VENUE = 16;
    private static final int COPIED = 1 << 16;

    private final FixImportOptions fix;
    private final SourceSettings settings;
    private final Set<String> given;
    private final Path out;
    private final LateProgress progress;
    private final Map<Group, List<Path>> groups = new LinkedHashMap<>();
    private final FixNotes notes = new FixNotes();
    /** Names of files that are copies, for people. */
    private final Map<Path, String> names = new HashMap<>();

    private final Set<String> venues = new HashSet<>();
    private final Interruption interruption = Interruption.watch(this::remove);
    private volatile @Nullable Path folder;
    private long steps;

    /** Files that are read together. */
    private record Group(FixContent content, Optional<String> venue) {}

    /** @param given names of the options of the command line */
    FixSources(FixImportOptions fix, SourceSettings settings, Set<String> given, Path out, LateProgress progress) {
        this.fix = fix;
        this.settings = settings;
        this.given = given;
        this.out = out;
        this.progress = progress;
    }

    /** Whether a file has FIX messages, and is read here therefore. */
    boolean takes(SourceArgument argument) {
        boolean ordered = settings.format().equals(Optional.of(Format.FIX));
        if (settings.format().isPresent() && !ordered) {
            return false;
        }
        try {
            Path file = regular(argument.file());
            if (!Files.isRegularFile(file)) {
                return false;
            }
            FixContent found = FixContent.of(file);
            FixContent content = found == FixContent.OTHER && ordered ? FixContent.LOG : found;
            if (content != FixContent.OTHER) {
                requireNoSymbol(argument);
                groups.computeIfAbsent(
                                new Group(content, argument.venue().or(settings::venue)), key -> new ArrayList<>())
                        .add(file);
            }
            return content != FixContent.OTHER;
        } catch (IOException e) {
            return false; // the planner says what is wrong with it
        }
    }

    private static void requireNoSymbol(SourceArgument argument) {
        if (argument.symbol().isPresent()) {
            throw Problem.of(argument.file())
                    .fault("has FIX messages, which name their instruments")
                    .expected("no symbol before it")
                    .refusal();
        }
    }

    /** The file itself; of standard input and pipes, which are read once, a copy. */
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
                goOn();
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
     * Reads all files that were taken.
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
        return sources;
    }

    private void requireUsed(boolean otherFiles) {
        Set<FixContent> here = groups.keySet().stream().map(Group::content).collect(Collectors.toSet());
        if (otherFiles) {
            here.add(FixContent.OTHER);
        }
        for (String option : given) {
            Set<FixContent> readers = FixContent.readers(option);
            if (!readers.isEmpty() && Collections.disjoint(readers, here)) {
                String kinds = readers.stream().map(FixContent::words).collect(Collectors.joining(" or "));
                throw Problem.of(option)
                        .fault("none of these files is " + kinds)
                        .expected("one, or no " + option)
                        .refusal();
            }
        }
    }

    private List<TickSource> read(Group group, List<Path> files, int first) throws IOException {
        Path parts = Files.createDirectory(folder().resolve("group-" + first));
        Runnable step = () -> {
            progress.rows("reading", ++steps);
            goOn();
        };
        String name = Shown.text(names.getOrDefault(files.get(0), files.get(0).toString()), 200)
                + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
        VenuePrices found;
        if (group.content == FixContent.LOG) {
            FixLog log = new FixLog(files, fix.bySendingTime(), settings.zones());
            found = VenuePrices.read(log, name, fix.senders(), parts, step);
            notes.log(name, files.size(), found, log);
        } else {
            CaptureTraffic capture = new CaptureTraffic(files, fix.stamps());
            found = VenuePrices.read(capture, name, fix.senders(), parts, step);
            notes.capture(name, files.size(), found);
        }
        return sources(group, files.get(0), first, found);
    }

    private List<TickSource> sources(Group group, Path file, int first, VenuePrices found) {
        List<String> symbols = found.symbols().stream()
                .map(name -> SymbolNames.normal(name).orElse(""))
                .toList();
        List<TickSource> sources = new ArrayList<>();
        for (FixSession session : found.sessions()) {
            String venue = group.venue.orElseGet(() -> venue(session, found.sessions()));
            Path journal = found.journals().get(sources.size());
            TickSource.Opener opener = () -> new FixRows(journal, symbols, found.zeroNs());
            notes.venue(venue, session, opener);
            sources.add(new TickSource(
                    first + sources.size(), file, Format.FIX, Optional.empty(), venue, 0, Optional.empty(), opener));
        }
        return sources;
    }

    /** By SenderCompID; with TargetCompID or port where several sessions have that. */
    private String venue(FixSession session, List<FixSession> all) {
        List<FixSession> same = all.stream()
                .filter(each -> each.answers().equals(session.answers()))
                .toList();
        boolean targetsDiffer = same.stream().map(FixSession::asks).distinct().count() == same.size();
        String name = session.answers();
        if (same.size() > 1) {
            name += targetsDiffer ? "/" + session.asks() : ":" + session.port();
        }
        return unique(name.replaceAll("[^!-~]", "_"));
    }

    private String unique(String name) {
        String cut = name.substring(0, Math.min(LONGEST_VENUE, name.length()));
        for (int i = 2; !venues.add(cut); i++) {
            String mark = "~" + i;
            cut = name.substring(0, Math.min(LONGEST_VENUE - mark.length(), name.length())) + mark;
        }
        notes.renamed(name, cut);
        return cut;
    }

    /** What was taken for what, and what is not used, a line each. */
    List<String> notes() {
        return notes.lines();
    }

    /** Ends the import where Ctrl-C was pressed: then the folder is removed before the process ends. */
    void goOn() {
        if (interruption.requested()) {
            throw Problem.ofFault("interrupted; nothing was written").refusal(ExitStatus.INTERRUPTED);
        }
    }

    @Override
    public void close() {
        remove();
        interruption.close();
    }

    private void remove() {
        try {
            if (folder != null) {
                FolderTree.remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
