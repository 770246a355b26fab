package org.ticktoquote.analysis.stored;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Files that are kept after a run is complete and analysed. */
public enum Retention {
    ALL,
    /** All except the tick results, which {@code t2q analyze} can derive again. */
    JOURNALS,
    /** All except the journals of ticks and quotes; nothing can be derived again. */
    RESULTS;

    private static final String FILE = "kept.json";
    private static final int FORMAT_VERSION = 1;
    private static final JsonFile<Note> NOTE = JsonFile.of(Note.class, "a note of what was kept");

    /**
     * Contents of {@code kept.json}, which explains missing files of a run.
     *
     * @param formatVersion version of this file's format
     * @param identity the run's identity
     * @param kept {@code journals} or {@code results}
     * @param removed paths of the removed files in the run, in order
     */
    @JsonIgnoreProperties("sha256")
    private record Note(int formatVersion, UUID identity, String kept, List<String> removed) {}

    /** Returns the word used on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Parses a word, which must be valid. */
    public static Retention of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Removes files that are not kept, if the run is complete; otherwise removes none. */
    public void apply(RunDirectory run) {
        RunManifest manifest = RunManifest.read(run.manifest());
        if (this == ALL || !manifest.about().state().equals(RunManifest.COMPLETE)) {
            return;
        }
        FileAccess.change(run.path(), "cannot be removed", () -> {
            List<Path> files = this == RESULTS ? JournalFiles.in(run) : results(run);
            List<String> names = files.stream()
                    .map(file -> run.path().relativize(file).toString())
                    .toList();
            NOTE.writeSealed(run.path().resolve(FILE), new Note(FORMAT_VERSION, manifest.identity(), word(), names));
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        });
    }

    /** Updates the note after {@code t2q analyze} has restored tick results. */
    public static void correct(RunDirectory run) {
        Path file = run.path().resolve(FILE);
        if (!Files.exists(file)) {
            return;
        }
        Note note = NOTE.readSealed(file);
        List<String> removed = note.removed().stream()
                .filter(name -> !Files.exists(run.path().resolve(name)))
                .toList();
        if (removed.isEmpty()) {
            delete(file);
        } else if (removed.size() < note.removed().size()) {
            NOTE.writeSealed(file, new Note(FORMAT_VERSION, note.identity(), note.kept(), removed));
        }
    }

    private static void delete(Path file) {
        FileAccess.change(file, "cannot be removed", () -> Files.deleteIfExists(file));
    }

    /** Returns the tick results that {@code t2q analyze} derives again, which excludes those of the null responder. */
    private static List<Path> results(RunDirectory run) {
        return Stream.of(run, run.wire())
                .flatMap(part -> Stream.of(part.tickResults(), part.tickResultsSoonest()))
                .filter(Files::exists)
                .toList();
    }

    /**
     * Refuses a run whose journals were removed or compressed. Required before its results are derived again, because an
     * analysis of missing journals would replace them.
     */
    public static void requireJournals(RunDirectory run) {
        whyNoJournals(run).ifPresent(why -> {
            throw Problem.of(run.path()).fault(why).exception(ExitStatus.BAD_INPUT);
        });
    }

    /**
     * Refuses a run whose journals of hiccups exist only in compressed form. Required before the causes of late ticks are
     * derived, because the analysis would lack stalls.
     */
    public static void requireHiccups(RunDirectory run) {
        if (Stream.of(Role.CLIENTS, Role.CONTROL).map(run::hiccups).anyMatch(JournalFiles::isCompressed)) {
            throw Problem.of(run.path()).fault(compressed(run)).exception(ExitStatus.BAD_INPUT);
        }
    }

    private static String compressed(RunDirectory run) {
        return "its journals are compressed: t2q compress --undo " + run.path() + " first";
    }

    /**
     * Returns why an undamaged run has no readable journals, as the end of a sentence; empty if it has them or the reason is
     * unknown.
     */
    static Optional<String> whyNoJournals(RunDirectory run) {
        if (JournalFiles.anyCompressed(run)) {
            return Optional.of(compressed(run));
        }
        if (Files.exists(run.ticks())) {
            return Optional.empty();
        }
        return journalsRemoved(run)
                ? Optional.of("its journals were not kept (--keep results), so its results cannot be derived again")
                : Optional.empty();
    }

    /** Returns whether the note of the run, or of the run that contains it, states that no journals were kept. */
    private static boolean journalsRemoved(RunDirectory run) {
        Path path = run.path().toAbsolutePath().normalize();
        RunDirectory outer = new RunDirectory(path.resolveSibling(""));
        boolean isPart = JournalFiles.parts(outer).contains(new RunDirectory(path));
        return Stream.of(run, outer)
                .limit(isPart ? 2 : 1)
                .map(one -> one.path().resolve(FILE))
                .anyMatch(note ->
                        Files.exists(note) && NOTE.readSealed(note).kept().equals(RESULTS.word()));
    }
}
