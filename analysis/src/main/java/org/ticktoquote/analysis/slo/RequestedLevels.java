package org.ticktoquote.analysis.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Contents of {@code slo.json}: the service levels of a run. {@code t2q run} writes it at the start of the run,
 * {@code t2q analyze --slo} replaces it; every analysis of the run reads it.
 *
 * @param formatVersion version of the file's format
 * @param identity the run's identity
 * @param levels their texts
 */
@JsonIgnoreProperties("sha256")
public record RequestedLevels(int formatVersion, UUID identity, List<String> levels) {
    public static final int FORMAT_VERSION = 1;
    /** Maximum number of levels; more are an error. */
    public static final int MAX_LEVELS = 100;

    private static final JsonFile<RequestedLevels> FILE = JsonFile.of(RequestedLevels.class, "service levels");

    public RequestedLevels {
        levels = List.copyOf(levels);
    }

    /**
     * Parses service levels.
     *
     * @throws ProblemException with every text that is invalid or equivalent to an earlier one
     */
    public static List<ServiceLevel> parse(List<String> texts) {
        Problems problems = new Problems();
        Set<ServiceLevel> levels = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                if (!levels.add(ServiceLevel.parse(text))) {
                    problems.add(Problem.ofValue(text).fault("is given twice").expected("each level once"));
                }
            } catch (ProblemException wrong) {
                problems.addAll(wrong.problems());
            }
        }
        if (levels.size() > MAX_LEVELS) {
            problems.add(Problem.ofFault(levels.size() + " levels").expected("at most " + MAX_LEVELS));
        }
        problems.refuseIfAny();
        return List.copyOf(levels);
    }

    /** Returns the normalized texts used in all files. */
    public static List<String> texts(List<ServiceLevel> levels) {
        return levels.stream().map(ServiceLevel::text).toList();
    }

    /** Writes the levels of a run; deletes the file if there are none. */
    public static void write(RunDirectory directory, UUID identity, List<ServiceLevel> levels) {
        if (levels.isEmpty()) {
            directory.serviceLevels().toFile().delete();
            return;
        }
        FILE.writeSealed(directory.serviceLevels(), new RequestedLevels(FORMAT_VERSION, identity, texts(levels)));
    }

    /**
     * Reads the levels of a run; empty if there is no file.
     *
     * @throws ProblemException if the file is damaged, has another format version, or belongs to another run
     */
    public static List<ServiceLevel> read(RunDirectory directory, UUID identity) {
        Path file = directory.serviceLevels();
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        FILE.requireVersion(file, FORMAT_VERSION);
        RequestedLevels asked = FILE.readSealed(file);
        if (!asked.identity.equals(identity)) {
            throw Problem.of(file)
                    .fault("belongs to run " + asked.identity)
                    .expected("run " + identity)
                    .exception(ExitStatus.BAD_INPUT);
        }
        try {
            return parse(asked.levels);
        } catch (ProblemException wrong) {
            throw Problem.of(file).fault(String.valueOf(wrong.getMessage())).exception(ExitStatus.BAD_INPUT, wrong);
        }
    }
}
